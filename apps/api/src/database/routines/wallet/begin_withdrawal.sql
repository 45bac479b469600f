-- A withdrawal begins as requested, even from SQL.
create or replace function wallet.begin_withdrawal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status not in ('held', 'requested') or num_nonnulls(
      new.approved_at, new.sent_at, new.confirmed_at, new.ended_at, new.ended_reason, new.line_id, new.payout_micros,
      new.return_line_id, new.back_micros) > 0 then
    raise exception 'withdrawal % begins as one that was asked for', new.number using errcode = 'check_violation';
  end if;
  -- At most a new beneficiary's day plus the policy's maximum (PRODUCT §2.3, §7). A past time only promises less, as
  -- a process may notice the sandbox clock's move slightly late.
  if not platform.acts_as_owner() and (new.send_by > platform.now() + interval '96 hours 1 minute'
      or new.requested_at > platform.now() + interval '1 minute') then
    raise exception 'withdrawal % is promised too late', new.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
