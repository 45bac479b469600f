-- Sets somebody's first credentials, once, with both halves of their activation code, within a week. Answers `activated`,
-- `same` if it is the password before, of which `former_proof` is made too, or `wrong` if a code is.
create or replace function partners.activate(
  address text, first_code text, second_code text, new_key_sealed bytea, new_proof bytea, new_factor_sealed bytea,
  new_factor_proof bytea, recovery_proofs bytea[], former_proof bytea
) returns text language plpgsql security definer set search_path = '' as $$
declare
  person partners.people;
  codes constant text[] := array[
    encode(sha256(convert_to(first_code, 'UTF8')), 'hex'), encode(sha256(convert_to(second_code, 'UTF8')), 'hex')];
begin
  select * into person from partners.people as people
  where people.email = address and partners.may_sign_in(people) and platform.scope_is_system();
  if exists (
    select from partners.secrets
    where person_id = person.person_id and activation_hashes = codes and activation_ends_at > platform.now()
      and former_hash = sha256(former_proof)
  ) then
    return 'same';
  end if;
  update partners.secrets set
    password_key_sealed = new_key_sealed, password_hash = sha256(new_proof), former_hash = null,
    activation_hashes = null, activation_ends_at = null, factor_sealed = new_factor_sealed,
    factor_hash = sha256(new_factor_proof), factor_last_step = 0, needs_factor = false,
    recovery_hashes = case when new_factor_proof is null then '{}' else array(
      select sha256(proof) from unnest(recovery_proofs) as proof) end
  where person_id = person.person_id and (new_factor_proof is not null or not needs_factor) and activation_hashes = codes
    and activation_ends_at > platform.now() and (former_hash is null or former_hash <> sha256(former_proof));
  if not found then
    return 'wrong';
  end if;
  perform partners.append_own_act(person, 'partner.activated');
  return 'activated';
end
$$;
