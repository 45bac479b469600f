-- A booked statement changes only once, when two people withdraw it.
create or replace function wallet.guard_statement() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.withdrawn_at is not null or new.withdrawn_at is null
    or (to_jsonb(new) - array['withdrawn_at', 'withdrawn_by_proposal'])
      is distinct from (to_jsonb(old) - array['withdrawn_at', 'withdrawn_by_proposal']) then
    raise exception 'a booked statement is withdrawn or stays as it is' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
