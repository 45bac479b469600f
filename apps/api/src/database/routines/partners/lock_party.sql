-- Serialises what changes who an owner of a party is, so that of two at once the second sees who is left.
create or replace function partners.lock_party(of_party uuid) returns void language plpgsql set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  perform from partners.people where party_id = of_party order by person_id for no key update;
end
$$;
