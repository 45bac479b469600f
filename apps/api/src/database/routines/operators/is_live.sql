-- Whether a session is live: for as long after its last use as the policy says, and for twelve hours in all.
create or replace function operators.is_live(session operators.sessions) returns boolean language sql
return session.seen_at > clock_timestamp() - operators.idle_limit()
  and session.opened_at > clock_timestamp() - interval '12 hours';
