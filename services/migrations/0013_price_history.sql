CREATE TABLE "price_points" (
	"chain" text NOT NULL,
	"token" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"price" numeric(78, 0) NOT NULL,
	CONSTRAINT "price_points_chain_at_token_pk" PRIMARY KEY("chain","at","token")
);
--> statement-breakpoint
CREATE TABLE "price_tokens" (
	"chain" text NOT NULL,
	"token" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "price_tokens_chain_token_pk" PRIMARY KEY("chain","token")
);
--> statement-breakpoint
CREATE INDEX "price_points_at" ON "price_points" USING btree ("at");