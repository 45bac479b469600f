-- A position's bank balance is its statement's closing balance, or the opening balance if it was withdrawn.
create or replace function wallet.guard_position() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as_owner() and not exists (
    select from wallet.bank_statements statement
    where statement.statement_id = new.statement_id and statement.rail = new.rail
      and new.closing_balance_micros
        = case when withdrawn_at is null then statement.closing_balance_micros else statement.opening_balance_micros end
  ) then
    raise exception 'no statement says that the bank holds %', new.closing_balance_micros
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
