-- Finishes a counted try: a right one is given back and ends the row of failures, others go to the audit log; answers
-- until when the name is locked there.
create or replace function operators.end_tries(
  tried_name text, tried_network text, person operators.staff, outcome text, from_network text
) returns timestamptz language plpgsql set search_path = '' as $$
declare
  asked constant bytea := sha256(convert_to(tried_name, 'UTF8'));
  here operators.tries;
begin
  if outcome = 'right' then
    update operators.tries set failures = greatest(failures - 1, 0) where key_hash = asked and network = '*';
    delete from operators.tries where key_hash = asked and network = tried_network;
    return null;
  end if;
  select * into here from operators.tries where key_hash = asked and network = tried_network;
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
