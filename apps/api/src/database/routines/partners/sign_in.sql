-- Opens a session for somebody who proves their identity: `right`, `wrong` (also for an unknown address), `factor_wrong`
-- if the password was right, or `locked`. `device` is what the browser calls itself.
create or replace function partners.sign_in(
  address text, password_proof bytea, factor_proof bytea, factor_step bigint, recovery_proof bytea, session_token text,
  network text, device text, out outcome text, out locked_until timestamptz
) language plpgsql security definer set search_path = '' as $$
declare
  person partners.people;
  secrets partners.secrets;
begin
  perform platform.ask_read_committed();
  select * into person from partners.people as people
  where people.email = address and partners.may_sign_in(people) and platform.scope_is_system();
  locked_until := partners.count_try(address, network);
  if locked_until is not null then
    outcome := 'locked';
    return;
  end if;
  outcome := case when partners.is_password(person.person_id, password_proof) then 'right' else 'wrong' end;
  if outcome = 'right' then
    select * into strict secrets from partners.secrets as own where own.person_id = person.person_id for no key update;
    outcome := partners.judge_factor(secrets, factor_proof, factor_step, recovery_proof);
  end if;
  locked_until := partners.end_tries(address, network, person, outcome);
  if outcome in ('right', 'recovery') then
    perform partners.use_factor(person.person_id, factor_step, recovery_proof, outcome);
    perform partners.open_session(person, session_token, network, device, outcome = 'recovery');
    outcome := 'right';
  end if;
end
$$;
