-- The proof that the books are right (PRODUCT §2.1, §2.11, §3): each view below is one proof, one reading of it sees one
-- moment, and what it says is kept for good. A difference becomes an item that two people close.
create schema reconciliation;
grant usage on schema reconciliation to adtally_program;

-- Bank + receivables = liabilities + equity: what each kind of account holds, on the side where it grows.
create view reconciliation.account_totals with (security_invoker = true) as
select
  code, owner_kind, side,
  case
    when code = 'recovery' then 'contra'
    when side = 'debit' then 'asset'
    when code in ('own', 'promo', 'reserve', 'fee') then 'equity'
    else 'liability'
  end as class,
  count(account.id)::integer as accounts,
  coalesce(sum(
    case side
      when 'credit' then credits_posted_micros - debits_posted_micros
      else debits_posted_micros - credits_posted_micros
    end), 0)::bigint as balance_micros
from ledger.account_codes rule
left join (select id, code, credits_posted_micros, debits_posted_micros from ledger.accounts) account using (code)
group by code, owner_kind, side;

-- What each bank account did by the ledger, by the bank line that each entry cites.
create view reconciliation.bank_effects with (security_invoker = true) as
select account.id as account_id, account.subject_id, transfer.id as transfer_id, transfer.cause_kind, transfer.cause_id,
  case when transfer.debit_account_id = account.id then transfer.amount_micros else -transfer.amount_micros end
    as amount_micros
from ledger.accounts account
join ledger.transfers transfer on account.id in (transfer.debit_account_id, transfer.credit_account_id)
where account.code = 'bank' and transfer.kind in ('posted', 'post', 'reversal');

-- Each bank account: what the ledger says, what the bank's last statement says, and what of the statements is not booked
-- yet. Money paid in is booked as it is imported; money paid out when it is known what it was.
create view reconciliation.bank_accounts with (security_invoker = true) as
with rails (rail, subject_id) as (
  values ('main', uuid '00000000-0000-7000-8000-000000000101')
), statements as (
  select distinct on (rail) rail, statement_id, closing_balance_micros
  from wallet.bank_statements order by rail, sequence desc
), waiting as (
  select rail, count(*)::integer as lines, sum(amount_micros)::bigint as amount_micros
  from wallet.bank_lines where assigned_kind is null and amount_micros < 0 group by rail
), accounts as (
  select subject_id, sum(debits_posted_micros - credits_posted_micros)::bigint as balance_micros
  from ledger.accounts where code = 'bank' group by subject_id
)
select
  coalesce(rails.rail, statements.rail, accounts.subject_id::text) as rail, statements.statement_id,
  coalesce(accounts.balance_micros, 0) as ledger_micros,
  coalesce(statements.closing_balance_micros, 0) as closing_balance_micros,
  coalesce(waiting.lines, 0) as waiting_lines, coalesce(waiting.amount_micros, 0) as waiting_micros,
  coalesce(statements.closing_balance_micros, 0) - coalesce(waiting.amount_micros, 0) as expected_micros
from rails
full join statements using (rail)
full join accounts on accounts.subject_id = rails.subject_id
left join waiting on waiting.rail = coalesce(rails.rail, statements.rail);

-- Every bank line with what was booked of it, and every booking on a bank account that cites no line.
create view reconciliation.bank_line_differences with (security_invoker = true) as
with booked as (
  select cause_id, min(transfer_id::text) as transfer_id, sum(amount_micros)::bigint as amount_micros
  from reconciliation.bank_effects where cause_kind = 'bank_line' group by cause_id
)
select 'line ' || coalesce(line.line_id::text, booked.cause_id) as subject,
  case when line.amount_micros > 0 or line.assigned_kind is not null then line.amount_micros else 0 end
    as expected_micros,
  coalesce(booked.amount_micros, 0) as found_micros
from wallet.bank_lines line
full join booked on booked.cause_id = line.line_id::text
where coalesce(booked.amount_micros, 0)
  <> case when line.amount_micros > 0 or line.assigned_kind is not null then line.amount_micros else 0 end
  or line.line_id is null
union all
select 'transfer ' || transfer_id, 0, amount_micros
from reconciliation.bank_effects where cause_kind <> 'bank_line';

-- Statements follow each other, and each adds up from its lines.
create view reconciliation.statement_differences with (security_invoker = true) as
with chained as (
  select statement_id, opening_balance_micros, closing_balance_micros,
    lag(closing_balance_micros) over (partition by rail order by sequence) as last_closing_micros
  from wallet.bank_statements
), lines as (
  select statement_id, sum(amount_micros)::bigint as amount_micros from wallet.bank_lines group by statement_id
)
select 'opening ' || statement_id as subject, last_closing_micros as expected_micros,
  opening_balance_micros as found_micros
from chained where last_closing_micros <> opening_balance_micros
union all
select 'closing ' || statement_id, opening_balance_micros + coalesce(amount_micros, 0), closing_balance_micros
from chained left join lines using (statement_id)
where closing_balance_micros <> opening_balance_micros + coalesce(amount_micros, 0);

-- What plans paid to each publisher and to the platform, and what conversions earned, by the events' stored numbers and
-- by the ledger (PRODUCT §3: batches sum stored numbers).
create view reconciliation.event_money with (security_invoker = true) as
select plan_id, 'publisher ' || publisher_id as earner, sum(charge_micros - fee_micros)::bigint as amount_micros
from delivery.events
join delivery.cursors on cursors.node_id = events.node_id and events.batch <= cursors.batch
where rule is null and charge_micros > 0 and not exists (
  select from delivery.verdicts where verdicts.event_id = events.event_id)
group by plan_id, publisher_id
union all
select plan_id, 'fee', sum(fee_micros)::bigint
from delivery.events
join delivery.cursors on cursors.node_id = events.node_id and events.batch <= cursors.batch
where rule is null and charge_micros > 0 and not exists (
  select from delivery.verdicts where verdicts.event_id = events.event_id)
group by plan_id
union all
select plan_id, 'conversions', sum(amount_micros)::bigint
from (
  select plan_id, payout_micros as amount_micros from delivery.conversions where state = 'credited'
  union all
  select plan_id, payout_micros from plans.owed_conversions where paid_at is not null
) as paid
group by plan_id;

create view reconciliation.ledger_money with (security_invoker = true) as
select account.subject_id as plan_id,
  case account.code when 'fee_unearned' then 'fee' else 'publisher ' || account.owner_id end as earner,
  sum(case when transfer.credit_account_id = account.id then amount_micros else -amount_micros end)::bigint
    as amount_micros
from ledger.accounts account
join ledger.transfers transfer on account.id in (transfer.debit_account_id, transfer.credit_account_id)
where account.code in ('publisher_unsettled', 'fee_unearned')
  and transfer.posting in ('spend', 'invalid_before_settlement') and transfer.kind in ('posted', 'post', 'reversal')
group by 1, 2
union all
select account.subject_id, 'conversions', sum(amount_micros)::bigint
from ledger.accounts account
join ledger.transfers transfer on transfer.credit_account_id = account.id
where account.code = 'customer_unsettled' and transfer.posting = 'conversion' and transfer.kind = 'posted'
group by 1;

create view reconciliation.plan_differences with (security_invoker = true) as
select 'plan ' || coalesce(event.plan_id, booked.plan_id) || ' ' || coalesce(event.earner, booked.earner) as subject,
  coalesce(event.amount_micros, 0) as expected_micros, coalesce(booked.amount_micros, 0) as found_micros
from reconciliation.event_money event
full join reconciliation.ledger_money booked on booked.plan_id = event.plan_id and booked.earner = event.earner
where coalesce(event.amount_micros, 0) <> coalesce(booked.amount_micros, 0);

-- What was proved, when, with which figures.
create table reconciliation.runs (
  run_id uuid primary key,
  -- The night (UTC) whose run this is: one for each. Null: somebody asked for it.
  night date unique,
  asked_by uuid references operators.staff,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  figures jsonb not null,
  differences integer not null check (differences >= 0),
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= began_at),
  sequence bigint generated always as identity,
  check ((night is null) = (asked_by is not null))
);
create index runs_newest on reconciliation.runs (sequence desc);

-- A difference that two people have to close. What expected and found may both move, their difference tells it apart.
create sequence reconciliation.item_numbers start 1001;
create table reconciliation.items (
  item_id uuid primary key,
  number text not null unique default 'R' || nextval('reconciliation.item_numbers'),
  proof text not null check (proof <> ''),
  subject text not null check (subject <> ''),
  -- Null where the fault has no amount.
  expected_micros bigint,
  found_micros bigint,
  difference_micros bigint generated always as (found_micros - expected_micros) stored,
  run_id uuid not null references reconciliation.runs,
  opened_at timestamptz not null
);
create index items_by_difference on reconciliation.items (proof, subject, difference_micros);

-- In which runs an item's difference was there.
create table reconciliation.sightings (
  run_id uuid not null references reconciliation.runs,
  item_id uuid not null references reconciliation.items,
  primary key (item_id, run_id)
);

create table reconciliation.closings (
  item_id uuid primary key references reconciliation.items,
  explanation text not null check (explanation <> ''),
  -- SHA-256 of the documents that explain it.
  evidence_hash bytea not null check (octet_length(evidence_hash) = 32),
  maker_id uuid not null references operators.staff,
  checker_id uuid not null references operators.staff,
  proposal_id uuid not null unique,
  closed_at timestamptz not null,
  constraint closings_four_eyes check (maker_id <> checker_id)
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['runs', 'items', 'sightings', 'closings'] loop
    execute format(
      'create trigger stay before update or delete or truncate on reconciliation.%I
       for each statement execute function platform.refuse_change()', table_name);
    execute format('alter table reconciliation.%I enable row level security', table_name);
    execute format(
      'create policy staff on reconciliation.%I using ((select platform.scope_is_system()))', table_name);
    execute format('grant select, insert on reconciliation.%I to adtally_program', table_name);
  end loop;
end $$;
grant usage on sequence reconciliation.item_numbers to adtally_program;
grant select on reconciliation.account_totals, reconciliation.bank_effects, reconciliation.bank_accounts,
  reconciliation.bank_line_differences, reconciliation.statement_differences, reconciliation.event_money,
  reconciliation.ledger_money, reconciliation.plan_differences
  to adtally_program;
