-- As `stop_creative`, in the name of one of the advertiser's own people by their session: of their party's creatives alone.
create or replace function marketplace.stop_own_creative(session_token text, id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person partners.people := partners.whose_session(session_token);
  stopped marketplace.creatives;
begin
  perform platform.ask_read_committed();
  select * into stopped from marketplace.creatives where creative_id = id and advertiser_id = person.advertiser_id;
  -- Two creatives of one product are not stopped at once.
  perform from marketplace.products where product_id = stopped.product_id for no key update;
  if stopped.creative_id is null or person.role = 'finance' or not exists (
    select from marketplace.creatives
    where product_id = stopped.product_id and status = 'approved' and creative_id <> id
  ) then
    raise exception 'an advertiser stops its own creatives, and a product keeps one approved'
      using errcode = 'insufficient_privilege';
  end if;
  update marketplace.creatives set status = 'stopped' where creative_id = id;
end
$$;
