-- TRUNCATE fires no row triggers: without this one the whole log could be emptied at once.
CREATE TRIGGER "auth_audit_never_emptied" BEFORE TRUNCATE ON "auth_audit" FOR EACH STATEMENT EXECUTE FUNCTION "auth_audit_refuse"();
