-- Money owed to customers is there (PRODUCT §2.11), judged at each import and again when bookings change what is owed; each
-- change of the verdict is kept for good and shown to everybody.
alter table wallet.bank_positions
  drop constraint bank_positions_statement_id_key,
  -- What has been taken from its owners and the bank has not paid out yet: it has to be there, too.
  add column in_transit_micros bigint not null default 0 check (in_transit_micros >= 0);
create index bank_positions_by_rail on wallet.bank_positions (rail, sequence desc);

create function wallet.add_in_transit() returns trigger language plpgsql set search_path = '' as $$
begin
  select coalesce(sum(credits_posted_micros - debits_posted_micros), 0) into new.in_transit_micros
  from ledger.accounts
  where id = ledger.account_id('transit', '00000000-0000-7000-8000-000000000001', null);
  return new;
end $$;
create trigger bank_positions_with_transit before insert on wallet.bank_positions
  for each row execute function wallet.add_in_transit();

-- The verdict by the newest position of each bank account: all of them together against what is owed. A shortfall is a bank
-- fact beyond the reserve, and stops payments by itself (PRODUCT §3).
create view wallet.money_owed with (security_invoker = true) as
with newest as (
  select distinct on (rail) rail, sequence, position_id, closing_balance_micros, customers_money_micros, in_transit_micros
  from wallet.bank_positions order by rail, sequence desc
), latest as (
  select customers_money_micros + in_transit_micros as owed_micros from newest order by sequence desc limit 1
)
select bank_micros, owed_micros, shortfall_micros, bank_micros < owed_micros or shortfall_micros > 0 as stopped
from latest, (select sum(closing_balance_micros)::bigint as bank_micros from newest) as bank,
  (select coalesce(sum(debits_posted_micros - credits_posted_micros), 0)::bigint as shortfall_micros
    from ledger.accounts
    where id = ledger.account_id('shortfall', '00000000-0000-7000-8000-000000000001', null)) as beyond;

create table wallet.payment_stops (
  sequence bigint generated always as identity primary key,
  stopped boolean not null,
  bank_micros bigint not null,
  owed_micros bigint not null,
  shortfall_micros bigint not null check (shortfall_micros >= 0),
  changed_at timestamptz not null default platform.now(),
  check (stopped = (bank_micros < owed_micros or shortfall_micros > 0))
);
create trigger stay before update or delete or truncate on wallet.payment_stops
  for each statement execute function platform.refuse_change();
alter table wallet.payment_stops enable row level security;
create policy staff on wallet.payment_stops using ((select platform.scope_is_system()));
grant select, insert on wallet.payment_stops to adtally_program;
grant select on wallet.money_owed to adtally_program;

create function wallet.note_payment_stop() returns trigger language plpgsql set search_path = '' as $$
declare
  now_is record;
begin
  select * into now_is from wallet.money_owed;
  if now_is.stopped is distinct from coalesce(
    (select stopped from wallet.payment_stops order by sequence desc limit 1), false) then
    insert into wallet.payment_stops (stopped, bank_micros, owed_micros, shortfall_micros)
      values (now_is.stopped, now_is.bank_micros, now_is.owed_micros, now_is.shortfall_micros);
    perform platform.publish(
      'wallet.payments_changed', '', jsonb_build_object(
        'stopped', now_is.stopped, 'bank_micros', now_is.bank_micros::text, 'owed_micros', now_is.owed_micros::text));
  end if;
  return null;
end $$;
create trigger bank_positions_noted after insert on wallet.bank_positions
  for each row execute function wallet.note_payment_stop();
