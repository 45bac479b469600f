-- Takes what somebody signs in with, so that they set up another password and factor with both halves of a code, good for
-- a week; ends their sessions.
create or replace function partners.renew_credentials(person partners.people, codes text[]) returns void
language plpgsql set search_path = '' as $$
begin
  delete from partners.sessions where person_id = person.person_id;
  perform partners.forget_tries(person);
  update partners.secrets set
    former_hash = coalesce(password_hash, former_hash), password_hash = null,
    needs_factor = needs_factor or factor_hash is not null, factor_sealed = null, factor_hash = null,
    factor_last_step = 0, recovery_hashes = '{}', activation_hashes = codes,
    activation_ends_at = platform.now() + interval '168 hours'
  where person_id = person.person_id;
end
$$;
