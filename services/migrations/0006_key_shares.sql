ALTER TABLE "vault_slots" RENAME COLUMN "half_ct" TO "share_ct";--> statement-breakpoint
ALTER TABLE "vault_wallets" RENAME COLUMN "half_key" TO "share_key";