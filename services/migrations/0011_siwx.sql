CREATE TABLE "siwx_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"wrapped" boolean NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "siwx_nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "siwx_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"origin" text NOT NULL,
	"network_id" text NOT NULL,
	"address" text NOT NULL,
	"uri" text NOT NULL,
	"message" text NOT NULL,
	"signature" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE INDEX "siwx_nonces_expires_at" ON "siwx_nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "siwx_sessions_expires_at" ON "siwx_sessions" USING btree ("expires_at");