-- SHA-256 of the canonical form: every field in the table's order, the previous hash last, in UTF-8. rules.ts
-- computes the same outside the database.
create or replace function audit.entry_hash(entry audit.entries) returns bytea language sql stable parallel safe
return sha256(convert_to(
  audit.field(entry.sequence::text)
  || audit.field(to_char(entry.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
  || audit.field(entry.actor_kind) || audit.field(entry.actor_id::text)
  || audit.field(entry.actor_name) || audit.field(entry.actor_role)
  || audit.field(entry.action)
  || audit.field(entry.subject_kind) || audit.field(entry.subject_id)
  || audit.field(entry.customer_id::text) || audit.field(entry.reason)
  || audit.field(entry.approver_id::text) || audit.field(entry.approver_name) || audit.field(entry.approver_role)
  || audit.field(entry.details::text)
  || audit.field(encode(entry.previous_hash, 'hex')), 'UTF8'));
