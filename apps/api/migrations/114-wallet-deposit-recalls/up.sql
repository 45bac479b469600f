-- Deposits that the bank took back (PRODUCT §3): who bore what of each, by the bank's own line and two people.
create table wallet.deposit_recalls (
  recall_id uuid primary key,
  deposit_id uuid not null references wallet.deposits,
  customer_id uuid not null references identity.customers,
  line_id uuid not null unique references wallet.bank_lines,
  amount_micros bigint not null check (amount_micros > 0),
  risk_hold_micros bigint not null check (risk_hold_micros >= 0),
  available_micros bigint not null check (available_micros >= 0),
  reserve_micros bigint not null check (reserve_micros >= 0),
  shortfall_micros bigint not null check (shortfall_micros >= 0),
  proposal_id uuid not null unique,
  booked_at timestamptz not null,
  check (amount_micros = risk_hold_micros + available_micros + reserve_micros + shortfall_micros)
);
create index deposit_recalls_by_deposit on wallet.deposit_recalls (deposit_id);

-- A bank can't take back more than came: whoever writes SQL is held to it too. The deposit's row makes two at once wait.
create function wallet.guard_deposit_recall() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deposit record;
  recalled bigint;
begin
  select customer_id, amount_micros into deposit
  from wallet.deposits where deposit_id = new.deposit_id for no key update;
  select coalesce(sum(amount_micros), 0) into recalled
  from wallet.deposit_recalls where deposit_id = new.deposit_id;
  if deposit.customer_id is distinct from new.customer_id or recalled + new.amount_micros > deposit.amount_micros then
    raise exception 'deposit % was not that much, or not this customer''s', new.deposit_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function wallet.guard_deposit_recall() from public;
create trigger deposit_recalls_guarded before insert on wallet.deposit_recalls
  for each row execute function wallet.guard_deposit_recall();
create trigger deposit_recalls_final before update or delete or truncate on wallet.deposit_recalls
  for each statement execute function platform.refuse_change();

alter table wallet.deposit_recalls enable row level security;
alter table wallet.deposit_recalls force row level security;
create policy owner on wallet.deposit_recalls
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
grant select, insert on wallet.deposit_recalls to adtally_program;

-- A customer sees the line by which their deposit was taken back, too.
create policy recalled_from_party on wallet.bank_lines using (
  exists (select from wallet.deposit_recalls r where r.line_id = bank_lines.line_id));
