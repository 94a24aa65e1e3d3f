CREATE TABLE "auth_audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"subject" text NOT NULL,
	"jkt" text,
	"origin" text,
	"network" text,
	"event" text NOT NULL,
	"outcome" text NOT NULL,
	"meta" jsonb NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"jkt" text NOT NULL,
	"project_id" text NOT NULL,
	"origin" text NOT NULL,
	"session_id" text,
	"new_email" text,
	"code_hash" text,
	"code_expires_at" bigint,
	"attempts_left" integer NOT NULL,
	"used_at" bigint,
	"device" text NOT NULL,
	"number" text NOT NULL,
	"numbers" text[] NOT NULL,
	"browser" text NOT NULL,
	"network" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_devices" (
	"user_id" text NOT NULL,
	"jkt" text NOT NULL,
	"created_at" bigint NOT NULL,
	"quarantine_until" bigint,
	CONSTRAINT "auth_devices_user_id_jkt_pk" PRIMARY KEY("user_id","jkt")
);
--> statement-breakpoint
CREATE TABLE "auth_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_flows" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"purpose" text NOT NULL,
	"jkt" text NOT NULL,
	"project_id" text NOT NULL,
	"origin" text NOT NULL,
	"session_id" text,
	"state_hash" text,
	"sealed" text NOT NULL,
	"status" text NOT NULL,
	"identity" jsonb,
	"ticket_hash" text,
	"number" text NOT NULL,
	"numbers" text[] NOT NULL,
	"browser" text NOT NULL,
	"network" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_identities" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"label" text NOT NULL,
	"contact" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"wrapped" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" bigint[] NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"challenge_id" text,
	"user_id" text,
	"email" text NOT NULL,
	"new_email" text,
	"origin" text,
	"project_id" text,
	"browser" text NOT NULL,
	"network" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "auth_proofs" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"jkt" text NOT NULL,
	"project_id" text NOT NULL,
	"origin" text NOT NULL,
	"provider" text NOT NULL,
	"browser" text NOT NULL,
	"network" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"step_up_until" bigint NOT NULL,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" bigint NOT NULL,
	"delete_at" bigint,
	"assist_blocked_until" bigint
);
--> statement-breakpoint
CREATE TABLE "vault_manifests" (
	"wallet_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"hash" text NOT NULL,
	"manifest" jsonb NOT NULL,
	CONSTRAINT "vault_manifests_wallet_id_epoch_pk" PRIMARY KEY("wallet_id","epoch")
);
--> statement-breakpoint
CREATE TABLE "vault_rotations" (
	"wallet_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"challenge_hash" text NOT NULL,
	"envelope" jsonb NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_slots" (
	"wallet_id" text NOT NULL,
	"generation" integer NOT NULL,
	"slot_id" text NOT NULL,
	"header" jsonb NOT NULL,
	"wrapped_vk" text NOT NULL,
	"iv" text NOT NULL,
	"half_ct" text NOT NULL,
	"assist_ct" text,
	"added_at" bigint NOT NULL,
	"used_at" bigint,
	CONSTRAINT "vault_slots_wallet_id_generation_slot_id_pk" PRIMARY KEY("wallet_id","generation","slot_id")
);
--> statement-breakpoint
CREATE TABLE "vault_wallets" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text DEFAULT 'primary' NOT NULL,
	"state" text NOT NULL,
	"epoch" integer NOT NULL,
	"hash" text NOT NULL,
	"custody" text NOT NULL,
	"vault_ct" text NOT NULL,
	"vault_iv" text NOT NULL,
	"epoch_vault" text NOT NULL,
	"vault_auth_key" text NOT NULL,
	"manifest" jsonb NOT NULL,
	"manifest_mac" text NOT NULL,
	"half_key" text NOT NULL,
	"assist_key" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_devices" ADD CONSTRAINT "auth_devices_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_identities" ADD CONSTRAINT "auth_identities_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_refresh_tokens" ADD CONSTRAINT "auth_refresh_tokens_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_manifests" ADD CONSTRAINT "vault_manifests_wallet_id_vault_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."vault_wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_rotations" ADD CONSTRAINT "vault_rotations_wallet_id_vault_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."vault_wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_slots" ADD CONSTRAINT "vault_slots_wallet_id_vault_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."vault_wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_wallets" ADD CONSTRAINT "vault_wallets_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_audit_subject" ON "auth_audit" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "auth_challenges_expires_at" ON "auth_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_flows_state" ON "auth_flows" USING btree ("state_hash");--> statement-breakpoint
CREATE INDEX "auth_flows_expires_at" ON "auth_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_identities_subject" ON "auth_identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "auth_identities_user" ON "auth_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_limits_expires_at" ON "auth_limits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_links_challenge" ON "auth_links" USING btree ("challenge_id");--> statement-breakpoint
CREATE INDEX "auth_proofs_expires_at" ON "auth_proofs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vault_wallets_user" ON "vault_wallets" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE FUNCTION "auth_audit_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'The audit log is append-only.'; END $$;
--> statement-breakpoint
CREATE TRIGGER "auth_audit_append_only" BEFORE UPDATE OR DELETE ON "auth_audit" FOR EACH ROW EXECUTE FUNCTION "auth_audit_refuse"();
