-- Whether a session still runs: for a quarter of an hour after it was last used, and for twelve hours in all.
create or replace function operators.is_live(session operators.sessions) returns boolean language sql
return session.seen_at > clock_timestamp() - interval '15 minutes'
  and session.opened_at > clock_timestamp() - interval '12 hours';
