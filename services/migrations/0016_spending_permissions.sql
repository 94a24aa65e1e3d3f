CREATE TABLE "spending_permissions" (
	"pci" text PRIMARY KEY NOT NULL,
	"chain" text NOT NULL,
	"account" text NOT NULL,
	"context" text NOT NULL,
	"project_id" text NOT NULL,
	"origin" text NOT NULL,
	"spender" text NOT NULL,
	"token" text,
	"amount" numeric(78, 0) NOT NULL,
	"period" integer,
	"expiry" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "spending_permissions_context" ON "spending_permissions" USING btree ("chain","context");--> statement-breakpoint
CREATE INDEX "spending_permissions_account" ON "spending_permissions" USING btree ("chain","account","created_at");