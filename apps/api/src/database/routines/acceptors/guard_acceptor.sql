-- An acceptor's verified data never changes.
create or replace function acceptors.guard_acceptor() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['is_open', 'bond_micros', 'limit_micros'])
    is distinct from (to_jsonb(old) - array['is_open', 'bond_micros', 'limit_micros']) then
    raise exception 'what was verified of an acceptor never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
