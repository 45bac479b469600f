-- Counts a try by this name from this network, or this browser, as `operators.count_failure` does; answers until when it is
-- locked, if it is. A browser that somebody signed in with before is known by itself.
create or replace function operators.count_try(tried_name text, tried_network text) returns timestamptz language sql
set search_path = '' as $$
  select operators.count_failure(
    sha256(convert_to(tried_name, 'UTF8')), tried_network,
    tried_network like 'device %' or exists (
      select from operators.known_networks as known join operators.staff as person using (staff_id)
      where person.username = tried_name and known.network = tried_network
    ))
$$;
