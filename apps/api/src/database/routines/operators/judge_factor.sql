-- Whether a second factor is proved: by a value that only who opens its seal knows, and an unused time step. On a
-- live ledger nobody signs in without one, nor does whoever has a passkey by the password alone.
create or replace function operators.judge_factor(secrets operators.secrets, factor_proof bytea, factor_step bigint)
returns text language sql stable set search_path = '' as $$
  select case
    when secrets.factor_hash is null then
      case when exists (select from platform.environment where mode = 'live')
        or exists (select from operators.passkeys as own where own.staff_id = secrets.staff_id)
      then 'factor_wrong' else 'right' end
    when secrets.factor_hash = sha256(factor_proof) and factor_step > secrets.factor_last_step then 'right'
    else 'factor_wrong'
  end
$$;
