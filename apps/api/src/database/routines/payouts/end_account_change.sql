-- What somebody of a partner's asked for and can't answer for any more ends with their access: they are shut out, removed, or
-- no longer one of those who may ask.
create or replace function payouts.end_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update payouts.account_changes set withdrawn_at = platform.now(), withdrawn_by = asked_by
  where asked_by = new.person_id and withdrawn_at is null and set_at is null;
  return null;
end
$$;
