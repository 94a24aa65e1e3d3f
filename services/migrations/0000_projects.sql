CREATE TABLE "projects" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"mode" text DEFAULT 'production' NOT NULL,
	"origins" text[] NOT NULL,
	"ancestors" text[] NOT NULL,
	"rpc_origins" text[] NOT NULL,
	"features" jsonb,
	"networks" text[],
	"default_network" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
