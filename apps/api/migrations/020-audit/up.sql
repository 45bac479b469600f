-- The hash chain of staff acts and security events. The program may append through audit.append and read; nobody
-- may change. Rows wait in audit.pending and are chained by a deferred trigger at COMMIT: the one lock of the
-- chain is then taken after every other lock of a transaction, so that no act can deadlock with another, and is
-- held only for the commit itself.
CREATE SCHEMA audit;

CREATE TABLE audit.entries (
  sequence bigint PRIMARY KEY CHECK (sequence > 0),
  occurred_at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('staff', 'customer', 'program')),
  actor_id uuid,
  actor_name text NOT NULL,
  actor_role text,
  action text NOT NULL CHECK (action <> ''),
  subject_kind text NOT NULL CHECK (subject_kind <> ''),
  subject_id text NOT NULL CHECK (subject_id <> ''),
  customer_id uuid,
  reason text,
  approver_id uuid,
  approver_name text,
  approver_role text,
  details jsonb NOT NULL CHECK (jsonb_typeof(details) = 'object'),
  previous_hash bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  CHECK ((actor_kind = 'program') = (actor_id IS NULL)),
  CHECK (actor_kind <> 'staff' OR actor_role IS NOT NULL),
  CHECK (num_nulls(approver_id, approver_name, approver_role) IN (0, 3)),
  CHECK (approver_id IS NULL OR approver_id IS DISTINCT FROM actor_id)
);
CREATE INDEX entries_customer ON audit.entries (customer_id, sequence) WHERE customer_id IS NOT NULL;
CREATE INDEX entries_subject ON audit.entries (subject_kind, subject_id, sequence);
CREATE INDEX entries_proposal ON audit.entries ((details ->> 'proposal_id')) WHERE details ? 'proposal_id';

-- What a transaction has appended and not yet committed.
CREATE TABLE audit.pending (
  pending_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  LIKE audit.entries
);
ALTER TABLE audit.pending DROP COLUMN sequence, DROP COLUMN previous_hash, DROP COLUMN hash;

-- The chain's end, apart from the chain: a row cut off the end is found by comparing. Its row lock orders appends.
CREATE TABLE audit.head (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  sequence bigint NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO audit.head (sequence, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

-- One field of the canonical form: its length in bytes, a colon, the text, a comma; '-,' for null.
CREATE FUNCTION audit.field(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN value IS NULL THEN '-,' ELSE octet_length(value) || ':' || value || ',' END;

-- SHA-256 over the canonical form: every field in the table's order, the previous hash last, in UTF-8. rules.ts
-- computes the same outside the database.
CREATE FUNCTION audit.entry_hash(entry audit.entries) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
RETURN sha256(convert_to(
  audit.field(entry.sequence::text)
  || audit.field(to_char(entry.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
  || audit.field(entry.actor_kind) || audit.field(entry.actor_id::text)
  || audit.field(entry.actor_name) || audit.field(entry.actor_role)
  || audit.field(entry.action)
  || audit.field(entry.subject_kind) || audit.field(entry.subject_id)
  || audit.field(entry.customer_id::text) || audit.field(entry.reason)
  || audit.field(entry.approver_id::text) || audit.field(entry.approver_name) || audit.field(entry.approver_role)
  || audit.field(entry.details::text)
  || audit.field(encode(entry.previous_hash, 'hex')), 'UTF8'));

CREATE FUNCTION audit.seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  last audit.head;
  entry audit.entries;
BEGIN
  SELECT * INTO STRICT last FROM audit.head FOR UPDATE;
  entry := ROW(
    last.sequence + 1, NEW.occurred_at, NEW.actor_kind, NEW.actor_id, NEW.actor_name, NEW.actor_role, NEW.action,
    NEW.subject_kind, NEW.subject_id, NEW.customer_id, NEW.reason, NEW.approver_id, NEW.approver_name,
    NEW.approver_role, NEW.details, last.hash, NULL)::audit.entries;
  entry.hash := audit.entry_hash(entry);
  INSERT INTO audit.entries SELECT (entry).*;
  UPDATE audit.head SET sequence = entry.sequence, hash = entry.hash;
  DELETE FROM audit.pending WHERE pending_id = NEW.pending_id;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER seal AFTER INSERT ON audit.pending
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit.seal();
ALTER TABLE audit.pending ENABLE ALWAYS TRIGGER seal;

CREATE FUNCTION audit.append(
  actor_kind text, actor_id uuid, actor_name text, actor_role text,
  action text, subject_kind text, subject_id text, customer_id uuid, reason text,
  approver_id uuid, approver_name text, approver_role text, details jsonb
) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO audit.pending (
    occurred_at, actor_kind, actor_id, actor_name, actor_role, action, subject_kind, subject_id, customer_id, reason,
    approver_id, approver_name, approver_role, details)
  VALUES (platform.now(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
$$;

-- For every append-only table, here and in later modules.
CREATE FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_RELID::regclass, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit.entries
FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.entries ENABLE ALWAYS TRIGGER refuse_change;

ALTER TABLE audit.entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY entries_scope ON audit.entries FOR SELECT
USING (platform.scope_is_system() OR customer_id = platform.scope_customer_id());

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA audit FROM PUBLIC;
GRANT USAGE ON SCHEMA audit TO adtally_program;
GRANT SELECT ON audit.entries, audit.head TO adtally_program;
GRANT EXECUTE ON FUNCTION audit.append(
  text, uuid, text, text, text, text, text, uuid, text, uuid, text, text, jsonb) TO adtally_program;
