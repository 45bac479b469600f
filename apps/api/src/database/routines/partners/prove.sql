-- Proves again who is at work by a session: by a code of the second factor or a recovery code or, where there is no
-- factor, by the password. If a password is given, it has to be right too. A failure counts as one of a sign-in.
create or replace function partners.prove(
  session_token text, password_proof bytea, factor_proof bytea, factor_step bigint, recovery_proof bytea, network text,
  out outcome text, out locked_until timestamptz
) language plpgsql security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
  secrets partners.secrets;
begin
  perform platform.ask_read_committed();
  locked_until := partners.count_try(person.email, network);
  if locked_until is not null then
    outcome := 'locked';
    return;
  end if;
  select * into strict secrets from partners.secrets as own where own.person_id = person.person_id for no key update;
  outcome := case
    when password_proof is null and secrets.factor_hash is null then 'wrong'
    when password_proof is not null and not partners.is_password(person.person_id, password_proof) then 'wrong'
    else partners.judge_factor(secrets, factor_proof, factor_step, recovery_proof)
  end;
  locked_until := partners.end_tries(person.email, network, person, outcome);
  if outcome in ('right', 'recovery') then
    perform partners.use_factor(person.person_id, factor_step, recovery_proof, outcome);
    update partners.sessions set proved_at = clock_timestamp()
    where token_hash = sha256(convert_to(session_token, 'UTF8'));
    perform audit.append_partner_act(
      session_token, 'partner.proved', 'partner_person', person.person_id::text, null,
      jsonb_build_object('recovery_code', outcome = 'recovery'));
    outcome := 'right';
  end if;
end
$$;
