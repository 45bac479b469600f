-- Forgets what somebody proved themselves with beside the password, and ends what they are signed in at.
create or replace function operators.forget_factors(person operators.staff) returns void language sql
set search_path = '' as $$
  delete from operators.challenges where session_id in (
    select session_id from operators.sessions where staff_id = person.staff_id);
  delete from operators.sessions where staff_id = person.staff_id;
  delete from operators.passkeys where staff_id = person.staff_id;
  delete from operators.recovery_codes where staff_id = person.staff_id;
  select operators.forget_tries(person);
  update operators.secrets set factor_sealed = null, factor_hash = null, factor_last_step = 0
  where staff_id = person.staff_id
$$;
