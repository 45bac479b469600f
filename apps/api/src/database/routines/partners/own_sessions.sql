-- The live sessions of a session's owner, the one used last first; no row if it has ended itself. Reading them extends
-- none. With the party's name, which nobody at another party learns.
create or replace function partners.own_sessions(
  session_token text, out session_id uuid, out person_id uuid, out email text, out role text, out side text,
  out party_id uuid, out party_name text, out device text, out network text, out opened_at timestamptz,
  out seen_at timestamptz, out ends_at timestamptz, out proof_ends_at timestamptz, out is_this boolean
) returns setof record language sql stable security definer set search_path = '' as $$
  select other.session_id, person.person_id, person.email, person.role, person.side, person.party_id,
    coalesce(advertiser.name, publisher.name), other.device, other.network, other.opened_at,
    other.seen_at, least(other.seen_at + interval '15 minutes', other.opened_at + interval '12 hours'),
    other.proved_at + interval '5 minutes', other.token_hash = own.token_hash
  from partners.sessions as own join partners.people as person using (person_id)
    left join marketplace.advertisers as advertiser on advertiser.advertiser_id = person.advertiser_id
    left join marketplace.publishers as publisher on publisher.publisher_id = person.publisher_id
    join partners.sessions as other on other.person_id = person.person_id
  where own.token_hash = sha256(convert_to(session_token, 'UTF8')) and partners.is_live(own) and own.role = person.role
    and partners.may_sign_in(person)
    and (platform.scope_is_system() or person.party_id = platform.scope_party_id())
    and partners.is_live(other) and other.role = person.role
  order by other.seen_at desc, other.session_id
$$;
