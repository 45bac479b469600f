-- A returned payout is bond again.
create or replace function acceptors.read_returned_bond() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform acceptors.read_bond(new.payee_id);
  return new;
end $$;
