CREATE TABLE "auth_answers" (
	"hash" text PRIMARY KEY NOT NULL,
	"sealed" text,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "auth_answers_expires_at" ON "auth_answers" USING btree ("expires_at");