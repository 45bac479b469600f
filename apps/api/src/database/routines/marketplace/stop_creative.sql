-- Takes an approved creative out of delivery for good, in the name of the session's owner. Another approved one stays: where
-- there is none, the product is closed instead.
create or replace function marketplace.stop_creative(session_token text, id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  stopped marketplace.creatives;
begin
  perform platform.ask_read_committed();
  select * into stopped from marketplace.creatives where creative_id = id;
  -- Two creatives of one product are not stopped at once.
  perform from marketplace.products where product_id = stopped.product_id for no key update;
  if person.staff_id is null or not exists (
    select from marketplace.creatives
    where product_id = stopped.product_id and status = 'approved' and creative_id <> id
  ) then
    raise exception 'a product keeps one approved creative' using errcode = 'insufficient_privilege';
  end if;
  update marketplace.creatives set status = 'stopped' where creative_id = id;
end
$$;
