-- Before the tables: column defaults call it.
-- The program's time: the database's and the sandbox's offset. Stable, so that `due_at <= platform.now()` can use an
-- index: one reading for a statement is what is wanted.
create or replace function platform.now() returns timestamptz
  language plpgsql stable parallel safe set search_path = '' as $$
begin
  return clock_timestamp() + (select offset_ms from platform.clock_offset) * interval '1 millisecond';
end
$$;
