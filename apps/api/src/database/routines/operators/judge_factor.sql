-- Whether a second factor is proved: by a value that only who opens its seal knows, and an unused time step. On a
-- live ledger nobody signs in without one.
create or replace function operators.judge_factor(secrets operators.secrets, factor_proof bytea, factor_step bigint)
returns text language sql stable set search_path = '' as $$
  select case
    when secrets.factor_hash is null then
      case when exists (select from platform.environment where mode = 'live') then 'factor_wrong' else 'right' end
    when secrets.factor_hash = sha256(factor_proof) and factor_step > secrets.factor_last_step then 'right'
    else 'factor_wrong'
  end
$$;
