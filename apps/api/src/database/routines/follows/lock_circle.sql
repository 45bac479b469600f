-- Serialises new followings until the commit; two people who follow each other at once would each see no circle.
create or replace function follows.lock_circle() returns void language sql as $$
  select platform.ask_read_committed();
  select pg_advisory_xact_lock(hashtextextended('follows.circle', 0))
$$;
