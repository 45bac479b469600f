-- How many second factors somebody has: passkeys, and the authenticator app.
create or replace function operators.factor_count(whose uuid) returns bigint language sql stable set search_path = '' as $$
  select (select count(*) from operators.passkeys where staff_id = whose)
    + (select count(*) from operators.secrets where staff_id = whose and factor_hash is not null)
$$;
