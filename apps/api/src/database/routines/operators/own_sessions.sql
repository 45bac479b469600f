-- The live sessions of a session's owner, the one used last first; no row if it has ended itself. Reading them extends
-- none.
create or replace function operators.own_sessions(
  session_token text, out session_id uuid, out staff_id uuid, out username text, out roles text[], out device text,
  out network text, out opened_at timestamptz, out seen_at timestamptz, out ends_at timestamptz, out proof_ends_at timestamptz,
  out is_this boolean
) returns setof record language sql stable security definer set search_path = '' as $$
  select other.session_id, person.staff_id, person.username, person.roles, other.device, other.network, other.opened_at,
    other.seen_at, least(other.seen_at + operators.idle_limit(), other.opened_at + interval '12 hours'),
    other.proved_at + interval '5 minutes', other.token_hash = own.token_hash
  from operators.sessions as own join operators.staff as person using (staff_id)
    join operators.sessions as other using (staff_id)
  where own.token_hash = sha256(convert_to(session_token, 'UTF8')) and operators.is_live(own)
    and own.roles = person.roles and person.disabled_at is null and platform.scope_is_system()
    and operators.is_live(other) and other.roles = person.roles
  order by other.seen_at desc, other.session_id
$$;
