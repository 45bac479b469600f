-- Puts a key in force in place of the present one of an app of the party whose person's session this is; returns whether it has
-- a placement in such an app.
create or replace function marketplace.issue_app_key(
  session_token text, of_bundle text, new_key uuid, hash_of_key bytea, public_half bytea
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_proved_session(session_token);
begin
  perform platform.ask_read_committed();
  if person.side <> 'publisher' or person.role = 'finance' then
    raise exception 'an app''s key is issued by an owner or member of its publisher' using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from marketplace.placements where publisher_id = person.party_id and bundle_id = of_bundle
  ) then
    return false;
  end if;
  -- The turn that staff take for the same, as app-keys.repository.ts has it.
  perform pg_advisory_xact_lock(hashtextextended('app-key:' || person.party_id || ':' || of_bundle, 0));
  update marketplace.app_keys set replaced_at = platform.now()
  where publisher_id = person.party_id and bundle_id = of_bundle and replaced_at is null;
  insert into marketplace.app_keys
    (app_key_id, publisher_id, bundle_id, key_hash, public_key, created_at, issued_by_person)
  values (new_key, person.party_id, of_bundle, hash_of_key, public_half, platform.now(), person.person_id);
  return true;
end
$$;
