ALTER TABLE "auth_flows" ADD COLUMN "elsewhere" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_links" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "vault_slots" ADD COLUMN "shred_at" bigint;--> statement-breakpoint
CREATE INDEX "auth_links_user" ON "auth_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "vault_slots_shred_at" ON "vault_slots" USING btree ("shred_at");--> statement-breakpoint
-- Links that were mailed before bring back the old address, and leave every other way to sign in as it is.
UPDATE "auth_links" SET "before" = jsonb_build_array(jsonb_build_object('kind', 'email', 'issuer', 'email', 'subject', "email", 'label', "email", 'contact', "email", 'createdAt', "created_at")) || coalesce((SELECT jsonb_agg(jsonb_build_object('kind', "kind", 'issuer', "issuer", 'subject', "subject", 'label', "label", 'contact', "contact", 'createdAt', "created_at")) FROM "auth_identities" "present" WHERE "present"."user_id" = "auth_links"."user_id" AND "present"."kind" <> 'email'), '[]'::jsonb) WHERE "auth_links"."kind" = 'revert-email';
