-- Ends every customer's session and its grants, as two people approve in this transaction, and optionally all staff's
-- sessions but theirs. Locks the table, so that no concurrent sign-in is missed and no two deadlock. A single
-- notification makes each process forget all sessions. On trial nothing is written, because nothing can be refused
-- and everybody's sign-in would wait.
create or replace function identity.end_all_sessions(
  approved uuid, out sessions_ended integer, out staff_sessions_ended integer
) language plpgsql security definer set search_path = '' as $$
declare
  agreed constant jsonb := (
    select payload from operators.approved_here where proposal_id = approved and action = 'session.end_all');
  decision constant operators.decisions := (select decided from operators.decisions as decided where proposal_id = approved);
  this_moment timestamptz;
begin
  if agreed is null then
    raise exception 'nobody approved by proposal % that all sessions end', approved
      using errcode = 'insufficient_privilege', hint = 'Propose it, and have a second person approve it.';
  end if;
  if decision.is_trial then
    return;
  end if;
  lock table identity.sessions in share row exclusive mode;
  this_moment := platform.now();
  update identity.sessions set revoked_at = this_moment, ended_because = 'all_ended'
  where revoked_at is null and expires_at > this_moment;
  get diagnostics sessions_ended = row_count;
  delete from identity.grants where used_at is null;
  insert into identity.session_endings (proposal_id, reason, ended_at, sessions_ended)
  select approved, reason, this_moment, sessions_ended from operators.proposals where proposal_id = approved;
  perform pg_notify('identity_sessions', 'all');
  delete from operators.sessions
  where (agreed ->> 'staff_too')::boolean and staff_id not in (decision.maker_id, decision.checker_id);
  get diagnostics staff_sessions_ended = row_count;
end
$$;
