-- Whether a second factor is proved, as `operators.judge_factor` has it; `recovery` where an unused recovery code stands in
-- for it. On a live ledger nobody signs in without one.
create or replace function partners.judge_factor(
  secrets partners.secrets, factor_proof bytea, factor_step bigint, recovery_proof bytea
) returns text language sql stable set search_path = '' as $$
  select case
    when secrets.factor_hash is null then
      case when exists (select from platform.environment where mode = 'live') then 'factor_wrong' else 'right' end
    when secrets.factor_hash = sha256(factor_proof) and factor_step > secrets.factor_last_step then 'right'
    when sha256(recovery_proof) = any (secrets.recovery_hashes) then 'recovery'
    else 'factor_wrong'
  end
$$;
