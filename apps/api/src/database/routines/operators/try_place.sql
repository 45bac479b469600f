-- Where a try of a name is counted: at the browser, if the name's owner has signed in with it, else at the network, where
-- others' tries count, too.
create or replace function operators.try_place(whose uuid, network text, browser text) returns text language sql stable
set search_path = '' as $$
  select coalesce((
    select 'device ' || encode(device_hash, 'hex') from operators.known_devices
    where staff_id = whose and device_hash = sha256(convert_to(browser, 'UTF8'))
  ), network)
$$;
