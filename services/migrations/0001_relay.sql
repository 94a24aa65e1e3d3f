CREATE TABLE "relay_messages" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"hash" text NOT NULL,
	"message" text NOT NULL,
	"tag" integer NOT NULL,
	"publisher" text NOT NULL,
	"attestation" text,
	"published_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relay_receipts" (
	"seq" bigint NOT NULL,
	"client_id" text NOT NULL,
	CONSTRAINT "relay_receipts_seq_client_id_pk" PRIMARY KEY("seq","client_id")
);
--> statement-breakpoint
ALTER TABLE "relay_receipts" ADD CONSTRAINT "relay_receipts_seq_relay_messages_seq_fk" FOREIGN KEY ("seq") REFERENCES "public"."relay_messages"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "relay_messages_topic_hash" ON "relay_messages" USING btree ("topic","hash");--> statement-breakpoint
CREATE INDEX "relay_messages_expires_at" ON "relay_messages" USING btree ("expires_at");