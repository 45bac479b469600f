-- Serialises judging and booking a rail's statements until the transaction ends, so that they chain.
create or replace function wallet.lock_statements(of_rail text) returns void language sql set search_path = '' as $$
  select platform.ask_read_committed();
  select pg_advisory_xact_lock(hashtextextended('statements:' || of_rail, 0))
$$;
