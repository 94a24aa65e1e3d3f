CREATE TABLE "analytics_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"type" text NOT NULL,
	"event" text NOT NULL,
	"url" text NOT NULL,
	"domain" text NOT NULL,
	"address" text,
	"properties" jsonb,
	"sdk_version" text
);
--> statement-breakpoint
CREATE INDEX "analytics_events_project" ON "analytics_events" USING btree ("project_id","received_at");--> statement-breakpoint
CREATE INDEX "analytics_events_received" ON "analytics_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "analytics_events_address" ON "analytics_events" USING btree ("address");