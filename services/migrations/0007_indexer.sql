CREATE TABLE "chain_activity" (
	"address" "bytea" NOT NULL,
	"chain" bigint NOT NULL,
	"block" bigint NOT NULL,
	"position" integer NOT NULL,
	"operation" text NOT NULL,
	"success" boolean NOT NULL,
	CONSTRAINT "chain_activity_address_chain_block_position_pk" PRIMARY KEY("address","chain","block","position")
);
--> statement-breakpoint
CREATE TABLE "chain_blocks" (
	"chain" bigint NOT NULL,
	"block" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "chain_blocks_chain_block_pk" PRIMARY KEY("chain","block")
);
--> statement-breakpoint
CREATE TABLE "chain_changes" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"address" "bytea" NOT NULL,
	"chain" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"status" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_cursors" (
	"chain" bigint PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"genesis" "bytea" NOT NULL,
	"block" bigint NOT NULL,
	"head" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_holdings" (
	"address" "bytea" NOT NULL,
	"chain" bigint NOT NULL,
	"token" "bytea" NOT NULL,
	"token_id" numeric(78, 0) NOT NULL,
	"kind" text NOT NULL,
	"first_block" bigint NOT NULL,
	CONSTRAINT "chain_holdings_address_chain_token_token_id_pk" PRIMARY KEY("address","chain","token","token_id")
);
--> statement-breakpoint
CREATE TABLE "chain_nfts" (
	"chain" bigint NOT NULL,
	"token" "bytea" NOT NULL,
	"token_id" numeric(78, 0) NOT NULL,
	"kind" text NOT NULL,
	"name" text,
	"description" text,
	"image" text,
	"animation" text,
	"state" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" bigint NOT NULL,
	CONSTRAINT "chain_nfts_chain_token_token_id_pk" PRIMARY KEY("chain","token","token_id")
);
--> statement-breakpoint
CREATE TABLE "chain_pending" (
	"chain" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"sender" "bytea" NOT NULL,
	"recipient" "bytea",
	"nonce" bigint NOT NULL,
	"value" numeric(78, 0) NOT NULL,
	"method" "bytea",
	"operations" text NOT NULL,
	"transfers" text NOT NULL,
	"addresses" "bytea"[] NOT NULL,
	"status" text NOT NULL,
	"settled_in" bigint,
	"seen_at" bigint NOT NULL,
	"missing_since" bigint,
	CONSTRAINT "chain_pending_chain_hash_pk" PRIMARY KEY("chain","hash")
);
--> statement-breakpoint
CREATE TABLE "chain_tokens" (
	"chain" bigint NOT NULL,
	"token" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"name" text,
	"symbol" text,
	"decimals" smallint,
	"airdropped" boolean DEFAULT false NOT NULL,
	"read_at" bigint,
	"attempts" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "chain_tokens_chain_token_pk" PRIMARY KEY("chain","token")
);
--> statement-breakpoint
CREATE TABLE "chain_transfers" (
	"chain" bigint NOT NULL,
	"block" bigint NOT NULL,
	"position" integer NOT NULL,
	"source" smallint NOT NULL,
	"place" integer NOT NULL,
	"item" smallint NOT NULL,
	"kind" text NOT NULL,
	"token" "bytea",
	"sender" "bytea" NOT NULL,
	"recipient" "bytea" NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"token_id" numeric(78, 0),
	CONSTRAINT "chain_transfers_chain_block_position_source_place_item_pk" PRIMARY KEY("chain","block","position","source","place","item")
);
--> statement-breakpoint
CREATE TABLE "chain_txs" (
	"chain" bigint NOT NULL,
	"block" bigint NOT NULL,
	"position" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"sender" "bytea" NOT NULL,
	"recipient" "bytea",
	"created" "bytea",
	"nonce" bigint NOT NULL,
	"value" numeric(78, 0) NOT NULL,
	"fee" numeric(78, 0) NOT NULL,
	"success" boolean NOT NULL,
	"method" "bytea",
	"mined_at" bigint NOT NULL,
	CONSTRAINT "chain_txs_chain_block_position_pk" PRIMARY KEY("chain","block","position")
);
--> statement-breakpoint
CREATE TABLE "chain_watched" (
	"chain" bigint NOT NULL,
	"address" "bytea" NOT NULL,
	"since" bigint,
	"searched_to" bigint,
	CONSTRAINT "chain_watched_chain_address_pk" PRIMARY KEY("chain","address")
);
--> statement-breakpoint
CREATE INDEX "chain_activity_block" ON "chain_activity" USING btree ("chain","block");--> statement-breakpoint
CREATE INDEX "chain_changes_at" ON "chain_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "chain_holdings_block" ON "chain_holdings" USING btree ("chain","first_block");--> statement-breakpoint
CREATE INDEX "chain_nfts_due" ON "chain_nfts" USING btree ("chain","state","due_at");--> statement-breakpoint
CREATE INDEX "chain_pending_sender" ON "chain_pending" USING btree ("chain","sender","nonce");--> statement-breakpoint
CREATE INDEX "chain_tokens_read" ON "chain_tokens" USING btree ("chain","read_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chain_txs_hash" ON "chain_txs" USING btree ("chain","hash");