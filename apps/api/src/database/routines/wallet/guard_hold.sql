-- A hold is released once, and its money's destination is not the releaser's choice.
create or replace function wallet.guard_hold() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.released_at is not null and new is distinct from old
    or tg_op = 'INSERT' and new.released_at is not null then
    raise exception 'hold % is released once', new.hold_id using errcode = 'check_violation';
  end if;
  new.released_to := case
    when new.released_at is null then null
    when exists (
      select from wallet.withdrawals
      where withdrawal_id = new.withdrawal_id and status in ('held', 'requested', 'approved')) then 'withdrawal_hold'
    else 'available' end;
  return new;
end $$;
