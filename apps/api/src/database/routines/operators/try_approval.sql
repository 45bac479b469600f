-- Approves a proposal on trial, for whoever is at work to see what its act would do: nothing that follows can be committed
-- (`refuse_trial`), only rolled back to before. Answers somebody who could approve it, to stand for them; no row where
-- nobody could.
create or replace function operators.try_approval(
  session_token text, tried uuid, out staff_id uuid, out username text, out roles text[]
) returns setof record language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  proposal operators.proposals;
begin
  select * into strict proposal from operators.proposals where proposal_id = tried;
  select staff.staff_id, staff.username, staff.roles into try_approval.staff_id, try_approval.username, try_approval.roles
  from operators.staff as staff, operators.act_roles() as act
  where act.action = proposal.action and staff.roles && act.checker_roles and staff.disabled_at is null
    and staff.staff_id is distinct from proposal.maker_id
    and (proposal.subject_kind <> 'staff' or staff.username <> proposal.subject_id)
  order by staff.staff_id <> person.staff_id limit 1;
  if not found then
    return;
  end if;
  insert into operators.decisions (proposal_id, verdict, checker_id, is_trial)
  values (tried, 'approved', try_approval.staff_id, true);
  return next;
end
$$;
