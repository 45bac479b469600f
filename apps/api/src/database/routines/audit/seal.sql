-- Chains a transaction's entries at COMMIT: the chain's only lock is then taken after the transaction's other locks,
-- so that no act can deadlock with another, and is held only for the commit itself.
create or replace function audit.seal() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  last audit.head;
  entry audit.entries;
begin
  perform platform.ask_read_committed();
  select * into strict last from audit.head for update;
  entry := row(
    last.sequence + 1, new.occurred_at, new.actor_kind, new.actor_id, new.actor_name, new.actor_role, new.action,
    new.subject_kind, new.subject_id, new.customer_id, new.reason, new.approver_id, new.approver_name,
    new.approver_role, new.details, last.hash, null)::audit.entries;
  entry.hash := audit.entry_hash(entry);
  insert into audit.entries select (entry).*;
  update audit.head set sequence = entry.sequence, hash = entry.hash;
  delete from audit.pending where pending_id = new.pending_id;
  return null;
end
$$;
