-- Puts other recovery codes in the place of those of the session's owner, who has just proved themselves; false if they
-- have no second factor for which one could stand in.
create or replace function partners.renew_recovery_codes(session_token text, recovery_proofs bytea[]) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
begin
  perform partners.require_fresh(session_token);
  update partners.secrets set recovery_hashes = array(select sha256(proof) from unnest(recovery_proofs) as proof)
  where person_id = person.person_id and factor_hash is not null;
  if not found then
    return false;
  end if;
  perform audit.append_partner_act(
    session_token, 'partner.recovery_codes_renewed', 'partner_person', person.person_id::text, null, '{}');
  return true;
end
$$;
