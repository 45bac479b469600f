-- Counts a try by this address from this network before it is judged (`operators.count_failure`); answers until when it is
-- locked instead, if it is.
create or replace function partners.count_try(address text, tried_network text) returns timestamptz language sql
set search_path = '' as $$
  select operators.count_failure(partners.tries_key(address), tried_network, exists (
    select from partners.known_networks as known join partners.people as person using (person_id)
    where person.email = address and person.removed_at is null and known.network = tried_network
  ))
$$;
