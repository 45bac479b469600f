-- Keeps another bank account that the person whose session this is asks for in their party's name, and answers since when two
-- of the office may set it: a day later. Null where another change of the party's waits.
create or replace function payouts.ask_account_change(
  session_token text, new_change uuid, sealed_number bytea, masked text
) returns payouts.account_changes language plpgsql security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_proved_session(session_token);
  now constant timestamptz := platform.now();
  kept payouts.account_changes;
begin
  if person.role = 'member' then
    raise exception 'a bank account is changed by an owner or by finance' using errcode = 'insufficient_privilege';
  end if;
  insert into payouts.account_changes
    (change_id, payee_kind, payee_id, sealed, account_masked, asked_by, asked_at, settable_at)
  values (
    new_change, person.side, person.party_id, sealed_number, masked, person.person_id, now,
    now + interval '24 hours')
  on conflict (payee_id) where withdrawn_at is null and set_at is null do nothing
  returning * into kept;
  return kept;
end
$$;
