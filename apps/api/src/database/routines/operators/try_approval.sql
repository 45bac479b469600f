-- Approves a proposal on trial, to show what its act would do: the transaction can't be committed after that
-- (`refuse_trial`), only rolled back. Answers somebody who could approve it, to stand in; no row if nobody could.
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
