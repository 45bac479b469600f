-- Withdraws a change of the bank account that waits, by an owner of its party; returns whether that changed anything, null if
-- there is no such change of the party's.
create or replace function payouts.withdraw_account_change(session_token text, of_change uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
  change payouts.account_changes;
begin
  perform platform.ask_read_committed();
  if person.role <> 'owner' then
    raise exception 'a change of the bank account is withdrawn by an owner' using errcode = 'insufficient_privilege';
  end if;
  select * into change from payouts.account_changes
  where change_id = of_change and payee_id = person.party_id for update;
  if change.change_id is null then
    return null;
  end if;
  update payouts.account_changes set withdrawn_by = person.person_id, withdrawn_at = platform.now()
  where change_id = of_change and withdrawn_at is null and set_at is null;
  return found;
end
$$;
