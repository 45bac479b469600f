-- Proves again who is at work by a session: by a code of the second factor or, where there is none, by the password. If
-- both are given, both have to be right. Answers as `sign_in` does; a failure counts as one of a sign-in.
create or replace function operators.prove(
  session_token text, password_proof bytea, factor_proof bytea, factor_step bigint, network text, browser text, out outcome text,
  out locked_until timestamptz
) language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  secrets operators.secrets;
  place constant text := operators.try_place(person.staff_id, network, browser);
begin
  perform platform.ask_read_committed();
  locked_until := operators.count_try(person.username, place);
  if locked_until is not null then
    outcome := 'locked';
    return;
  end if;
  select * into strict secrets from operators.secrets as own where own.staff_id = person.staff_id for no key update;
  outcome := case
    when password_proof is null and secrets.factor_hash is null then 'wrong'
    when password_proof is not null and not operators.is_password(person.staff_id, password_proof) then 'wrong'
    else operators.judge_factor(secrets, factor_proof, factor_step)
  end;
  locked_until := operators.end_tries(person.username, place, person, outcome, network);
  if outcome = 'right' then
    update operators.secrets as own set factor_last_step = greatest(own.factor_last_step, factor_step)
    where own.staff_id = person.staff_id;
    perform operators.keep_proof(person, session_token);
  end if;
end
$$;
