-- A deposit reference is drawn here and by nobody else: 50 random bits in letters and digits that can't be confused.
-- Who chose their own could choose a word that stands in strangers' payments.
create or replace function wallet.make_reference() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  -- Without the bytes that say which version of an id it is.
  drawn constant bytea := overlay(uuid_send(gen_random_uuid()) placing ''::bytea from 7 for 3);
begin
  if new.code is not null then
    if platform.acts_as_owner() then
      return new;
    end if;
    raise exception 'a deposit reference is drawn by the database' using errcode = 'insufficient_privilege';
  end if;
  select 'AD' || string_agg(substr(alphabet, get_byte(drawn, place) % 32 + 1, 1), '') into new.code
  from generate_series(0, 9) as place;
  return new;
end $$;
