-- Hash of a proposal's payload, to check that what is approved is what was proposed.
create or replace function operators.payload_hash(payload jsonb) returns bytea language sql stable
return sha256(convert_to(payload::text, 'UTF8'));
