-- Uses up what a second factor was proved by: a code's time step, or a recovery code.
create or replace function partners.use_factor(whose uuid, factor_step bigint, recovery_proof bytea, outcome text)
returns void language sql set search_path = '' as $$
  update partners.secrets set
    factor_last_step = case when outcome = 'right' then greatest(factor_last_step, factor_step) else factor_last_step end,
    recovery_hashes = case when outcome = 'recovery'
      then array_remove(recovery_hashes, sha256(recovery_proof)) else recovery_hashes end
  where person_id = whose
$$;
