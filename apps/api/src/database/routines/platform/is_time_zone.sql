-- Before the tables: constraints call it.
-- Whether a text has the form of a zone's name, as profile and header accept it (apps/api/src/lib/time-zones.ts).
-- PostgreSQL reads other texts as POSIX rules, which may move their clocks by days. Such a rule has a digit; of names
-- only these few have one.
create or replace function platform.is_time_zone(name text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select name ~ '^[A-Za-z][A-Za-z_/+-]*$'
    or name ~ '^(Etc/)?GMT([+-]?0|[+-][1-9]|[+-]1[0-4])$'
    or name in ('EST5EDT', 'CST6CDT', 'MST7MDT', 'PST8PDT')
$$;
