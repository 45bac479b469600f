-- Two people who follow each other at the same moment would each see no circle: whoever begins to follow holds this
-- until the commit, so that one of them looks after the other.
create or replace function follows.lock_circle() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('follows.circle', 0))
$$;
