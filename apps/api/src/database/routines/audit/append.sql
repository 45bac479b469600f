-- Appends an act to the audit in any name; only for functions that know the actor. Waits in audit.pending.
create or replace function audit.append(
  actor_kind text, actor_id uuid, actor_name text, actor_role text,
  action text, subject_kind text, subject_id text, customer_id uuid, reason text,
  approver_id uuid, approver_name text, approver_role text, details jsonb
) returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into audit.pending (
    occurred_at, actor_kind, actor_id, actor_name, actor_role, action, subject_kind, subject_id, customer_id, reason,
    approver_id, approver_name, approver_role, details)
  values (platform.now(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
$$;
