-- Whether a session is live: up to a quarter of an hour after its last use, and twelve hours in all.
create or replace function partners.is_live(session partners.sessions) returns boolean language sql
return session.seen_at > clock_timestamp() - interval '15 minutes'
  and session.opened_at > clock_timestamp() - interval '12 hours';
