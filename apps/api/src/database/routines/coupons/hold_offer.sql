-- Locks an offer until the transaction ends, so that its coupons are counted one after another. A function, because
-- those who take coupons may not change the offer.
create or replace function coupons.hold_offer(id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  perform from coupons.offers where offer_id = id for update;
end
$$;
