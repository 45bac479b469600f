-- One at a time of a rail's statements is judged and booked, so that they chain. Held until the transaction ends.
create or replace function wallet.lock_statements(of_rail text) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('statements:' || of_rail, 0))
$$;
