-- Finishes a counted try: failures of somebody who has credentials go to the audit log. Answers until when the address is
-- locked there.
create or replace function partners.end_tries(
  address text, tried_network text, person partners.people, outcome text
) returns timestamptz language plpgsql set search_path = '' as $$
declare
  here constant operators.tries := operators.settle_failure(
    partners.tries_key(address), tried_network, outcome in ('right', 'recovery'));
begin
  if outcome in ('right', 'recovery') then
    return null;
  end if;
  if exists (select from partners.secrets where person_id = person.person_id and password_hash is not null) then
    perform audit.append(
      'program', null, 'program', null,
      case when here.locked_until is null then 'partner.sign_in_failed' else 'partner.sign_in_locked' end,
      'partner_person', person.person_id::text, null, null,
      null, null, null, jsonb_build_object(
        'party_id', person.party_id,
        'failures', case when here.locked_until is null then here.failures else 5 end,
        'network', tried_network,
        'second_factor', outcome = 'factor_wrong'
      )
    );
  end if;
  return here.locked_until;
end
$$;
