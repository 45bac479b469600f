-- Locks a creative of the session's own party, and its product before it: an approval that stops what it replaces holds both.
-- Null where it is none of theirs.
create or replace function marketplace.lock_own_creative(session_token text, id uuid) returns marketplace.creatives
language plpgsql security definer set search_path = '' as $$
declare
  person partners.people := partners.whose_session(session_token);
  found_creative marketplace.creatives;
begin
  perform platform.ask_read_committed();
  perform from marketplace.products
  where product_id = (
    select product_id from marketplace.creatives where creative_id = id and advertiser_id = person.advertiser_id)
  for no key update;
  select * into found_creative from marketplace.creatives
  where creative_id = id and advertiser_id = person.advertiser_id for update;
  return found_creative;
end
$$;
