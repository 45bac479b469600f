-- Sets a proposal's hash, sum and times, which callers can't choose; it can be approved for seven days.
create or replace function operators.complete_proposal() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  new.payload_hash := operators.payload_hash(new.payload);
  new.sum_micros := (new.facts ->> 'sum_micros')::bigint;
  new.proposed_at := platform.now();
  new.expires_at := new.proposed_at + interval '168 hours';
  return new;
end
$$;
