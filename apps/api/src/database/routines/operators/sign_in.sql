-- Opens a session for somebody who proves their identity: `right`, `wrong` (also for an unknown name), `factor_wrong`
-- if the password was right, or `locked`. Nothing in the answer could be tried elsewhere. `device` is what the browser
-- calls itself, `browser` the token that it was given before, and `browser_token` the one that it keeps from then on.
create or replace function operators.sign_in(
  name text, password_proof bytea, factor_proof bytea, factor_step bigint, recovery_code text, session_token text,
  network text, device text, browser text, new_browser text, out outcome text, out locked_until timestamptz,
  out browser_token text
) language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff;
  secrets operators.secrets;
  place text;
begin
  perform platform.ask_read_committed();
  select * into person from operators.staff as staff
  where staff.username = name and staff.disabled_at is null and platform.scope_is_system();
  place := operators.try_place(person.staff_id, network, browser);
  locked_until := operators.count_try(name, place);
  if locked_until is not null then
    outcome := 'locked';
    return;
  end if;
  outcome := case when operators.is_password(person.staff_id, password_proof) then 'right' else 'wrong' end;
  if outcome = 'right' then
    select * into strict secrets from operators.secrets as own where own.staff_id = person.staff_id for no key update;
    outcome := case
      when recovery_code is null then operators.judge_factor(secrets, factor_proof, factor_step)
      when operators.use_recovery_code(person, recovery_code) then 'right'
      else 'factor_wrong'
    end;
  end if;
  locked_until := operators.end_tries(name, place, person, outcome, network);
  if outcome = 'right' then
    update operators.secrets as own set factor_last_step = greatest(own.factor_last_step, factor_step)
    where own.staff_id = person.staff_id;
    browser_token := operators.open_session(person, session_token, network, device, browser, new_browser);
  end if;
end
$$;
