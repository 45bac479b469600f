-- An account's id, derived from its parts: the first 48 bits of the subject's (or owner's) UUID v7, so that accounts
-- opened together lie together, and the rest from SHA-256, as a UUID v8. Same as account-id.ts. A single expression
-- that hashes once and is immutable throughout (`convert_to` and concatenating a uuid with a text are not), so that
-- PostgreSQL inlines it; a call per row takes twice the time. The text has no backslash that could change its bytes.
create or replace function ledger.account_id(code text, owner_id uuid, subject_id uuid) returns uuid
language sql immutable parallel safe
return overlay(
  overlay(
    encode(
      substr(uuid_send(coalesce(subject_id, owner_id)), 1, 6)
        || substr(
          sha256((code || ':' || owner_id::text || ':' || coalesce(subject_id::text, ''))::bytea), 1, 10
        ),
      'hex'
    ) placing '8' from 13
  ) placing '8' from 17
)::uuid;
