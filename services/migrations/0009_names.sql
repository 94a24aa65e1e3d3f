CREATE TABLE "account_names" (
	"name" text PRIMARY KEY NOT NULL,
	"skeleton" text NOT NULL,
	"owner" text NOT NULL,
	"coin_type" bigint NOT NULL,
	"attributes" jsonb NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "name_addresses" (
	"name" text NOT NULL,
	"coin_type" bigint NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "name_addresses_name_coin_type_pk" PRIMARY KEY("name","coin_type")
);
--> statement-breakpoint
CREATE TABLE "name_messages" (
	"hash" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "name_addresses" ADD CONSTRAINT "name_addresses_name_account_names_name_fk" FOREIGN KEY ("name") REFERENCES "public"."account_names"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_names_skeleton" ON "account_names" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "account_names_owner" ON "account_names" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "name_messages_until" ON "name_messages" USING btree ("until");