-- A partner's first account two of the office set by themselves, unless the partner has asked for one; every other one is the account of a change that the partner
-- asked for a day ago and has not withdrawn, with the number that they gave.
create or replace function payouts.follow_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change payouts.account_changes;
begin
  if platform.acts_as_owner() or new.payee_kind not in ('publisher', 'advertiser') then
    return new;
  end if;
  perform platform.ask_read_committed();
  select * into change from payouts.account_changes where change_id = new.account_id for update;
  if change.change_id is null then
    if exists (select from payouts.accounts where payee_kind = new.payee_kind and payee_id = new.payee_id) then
      raise exception 'another account of % is set by a change that they asked for', new.payee_id
        using errcode = 'check_violation', constraint = 'account_change_asked';
    end if;
    if exists (
      select from payouts.account_changes
      where payee_kind = new.payee_kind and payee_id = new.payee_id and withdrawn_at is null and set_at is null
    ) then
      raise exception 'an account that % asked for waits', new.payee_id
        using errcode = 'check_violation', constraint = 'account_change_waits';
    end if;
    return new;
  end if;
  if (change.payee_kind, change.payee_id, change.sealed, change.account_masked)
    is distinct from (new.payee_kind, new.payee_id, new.sealed, new.account_masked) then
    raise exception 'the change % is of another account', change.change_id
      using errcode = 'check_violation', constraint = 'account_change_asked';
  end if;
  if change.withdrawn_at is not null or change.set_at is not null or change.settable_at > platform.now() then
    raise exception 'the change % was withdrawn, is done, or waits until %', change.change_id, change.settable_at
      using errcode = 'check_violation', constraint = 'account_change_waits';
  end if;
  update payouts.account_changes set set_at = platform.now() where change_id = change.change_id;
  return new;
end
$$;
