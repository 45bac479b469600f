-- Finishes a counted try: a right one resets the count, others go to the audit log; answers the end of a lock.
create or replace function operators.end_tries(person operators.staff, outcome text) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  secrets operators.secrets;
begin
  if outcome = 'right' then
    update operators.secrets set failures = 0, locked_until = null where staff_id = person.staff_id;
    return null;
  end if;
  select * into secrets from operators.secrets where staff_id = person.staff_id and password_hash is not null;
  if found and outcome <> 'locked' then
    perform audit.append(
      'program', null, 'program', null,
      case when secrets.locked_until is null then 'staff.sign_in_failed' else 'staff.sign_in_locked' end,
      'staff', person.staff_id::text, null, null,
      null, null, null, jsonb_build_object(
        'username', person.username,
        'failures', case when secrets.locked_until is null then secrets.failures else 5 end,
        'second_factor', outcome = 'factor_wrong'
      )
    );
  end if;
  return secrets.locked_until;
end
$$;
