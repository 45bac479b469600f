-- Finishes a counted try: a right one is given back and ends the row of failures, others go to the audit log; answers
-- until when the name is locked there.
create or replace function operators.end_tries(
  tried_name text, tried_network text, person operators.staff, outcome text, from_network text
) returns timestamptz language plpgsql set search_path = '' as $$
declare
  here constant operators.tries := operators.settle_failure(
    sha256(convert_to(tried_name, 'UTF8')), tried_network, outcome = 'right');
begin
  if outcome = 'right' then
    return null;
  end if;
  if exists (select from operators.secrets where staff_id = person.staff_id and password_hash is not null) then
    perform audit.append(
      'program', null, 'program', null,
      case when here.locked_until is null then 'staff.sign_in_failed' else 'staff.sign_in_locked' end,
      'staff', person.staff_id::text, null, null,
      null, null, null, jsonb_build_object(
        'username', person.username,
        'failures', case when here.locked_until is null then here.failures else 5 end,
        'network', from_network,
        'second_factor', outcome = 'factor_wrong'
      )
    );
  end if;
  return here.locked_until;
end
$$;
