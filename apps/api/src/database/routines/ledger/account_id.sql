-- An account's id follows from what it is: the first 48 bits of the subject's (or owner's) UUID v7, so that accounts
-- of one time lie together, the rest from SHA-256, as a UUID v8. The same as account-id.ts. One expression that hashes
-- once, in immutable steps only (`convert_to` and joining a uuid to a text are not): else PostgreSQL calls the function
-- for every row instead of taking its expression into the statement, at twice the time. The text holds no backslash, so
-- that its bytes are the same either way.
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
