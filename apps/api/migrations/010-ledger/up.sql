-- The ledger (PRODUCT §3): TigerBeetle's model in PostgreSQL. Nothing but this schema's SECURITY DEFINER functions
-- writes here; the program's role may execute those and read.
create schema ledger;

create type ledger.side as enum ('debit', 'credit');

-- The chart of accounts, as chart-of-accounts.ts states it (a test compares both).
create table ledger.account_codes (
  code text primary key,
  owner_kind text not null check (owner_kind in ('customer', 'advertiser', 'publisher', 'acceptor', 'platform')),
  side ledger.side not null,
  subject_kind text check (subject_kind in ('plan', 'rail')),
  wallet_part text check (
    wallet_part in ('available', 'pending_spend', 'to_be_settled', 'on_hold', 'discount', 'startup')
  ),
  check (wallet_part is null or owner_kind = 'customer')
);

insert into ledger.account_codes (code, owner_kind, side, subject_kind, wallet_part) values
  ('customer_available', 'customer', 'credit', null, 'available'),
  ('customer_discount', 'customer', 'credit', null, 'discount'),
  ('customer_startup', 'customer', 'credit', null, 'startup'),
  ('plan_cash', 'customer', 'credit', 'plan', 'pending_spend'),
  ('plan_discount', 'customer', 'credit', 'plan', 'pending_spend'),
  ('plan_startup', 'customer', 'credit', 'plan', 'pending_spend'),
  ('customer_unsettled', 'customer', 'credit', 'plan', 'to_be_settled'),
  ('withdrawal_hold', 'customer', 'credit', null, 'on_hold'),
  ('risk_hold', 'customer', 'credit', null, 'on_hold'),
  ('fx_hold', 'customer', 'credit', null, 'on_hold'),
  ('escrow', 'advertiser', 'credit', null, null),
  ('escrow_reserved', 'advertiser', 'credit', 'plan', null),
  ('publisher_unsettled', 'publisher', 'credit', 'plan', null),
  ('publisher_available', 'publisher', 'credit', null, null),
  ('acceptor_available', 'acceptor', 'credit', null, null),
  ('acceptor_bond', 'acceptor', 'credit', null, null),
  ('suspense', 'platform', 'credit', null, null),
  ('transit', 'platform', 'credit', null, null),
  ('own', 'platform', 'credit', null, null),
  ('promo', 'platform', 'credit', null, null),
  ('reserve', 'platform', 'credit', null, null),
  ('fee_unearned', 'platform', 'credit', 'plan', null),
  ('fee', 'platform', 'credit', null, null),
  ('bank', 'platform', 'debit', 'rail', null),
  ('receivable', 'customer', 'debit', null, null),
  ('recovery', 'customer', 'credit', null, null),
  ('shortfall', 'platform', 'debit', null, null);

-- The closed list of postings, as postings.ts states it (a test compares both).
create table ledger.posting_pairs (
  posting text not null,
  debit_code text not null references ledger.account_codes (code),
  credit_code text not null references ledger.account_codes (code),
  -- Where both sides belong to the same kind of party it must be the same party.
  same_owner boolean not null,
  -- Where both sides belong to a plan it must be the same plan.
  same_subject boolean not null,
  -- The one posting from a customer to another: a follower's profit share to the leader (PRODUCT §10).
  between_customers boolean not null,
  primary key (posting, debit_code, credit_code)
);

insert into ledger.posting_pairs (posting, debit_code, credit_code, same_owner, same_subject, between_customers)
select
  pair.posting, debit.code, credit.code,
  debit.owner_kind = credit.owner_kind and pair.posting <> 'profit_shared',
  coalesce(debit.subject_kind = credit.subject_kind, false),
  pair.posting = 'profit_shared'
from (values
  ('deposit_received', 'bank', 'suspense'),
  ('deposit_credited', 'suspense', 'customer_available'),
  ('deposit_sent_back', 'suspense', 'transit'),
  ('deposit_sent_back', 'transit', 'bank'),
  ('deposit_recalled', 'risk_hold', 'bank'),
  ('deposit_recalled', 'customer_available', 'bank'),
  ('deposit_recalled', 'reserve', 'bank'),
  ('deposit_recalled', 'shortfall', 'bank'),
  ('party_paid_in', 'suspense', 'escrow'),
  ('party_paid_in', 'suspense', 'acceptor_bond'),
  ('party_paid_in', 'suspense', 'own'),
  ('plan_placed', 'customer_available', 'plan_cash'),
  ('plan_placed', 'customer_discount', 'plan_discount'),
  ('plan_placed', 'customer_startup', 'plan_startup'),
  ('plan_placed', 'escrow', 'escrow_reserved'),
  ('spend', 'plan_cash', 'publisher_unsettled'),
  ('spend', 'plan_discount', 'publisher_unsettled'),
  ('spend', 'plan_startup', 'publisher_unsettled'),
  ('spend', 'plan_cash', 'fee_unearned'),
  ('spend', 'plan_discount', 'fee_unearned'),
  ('spend', 'plan_startup', 'fee_unearned'),
  ('conversion', 'escrow_reserved', 'customer_unsettled'),
  ('conversion', 'escrow', 'escrow_reserved'),
  ('invalid_before_settlement', 'publisher_unsettled', 'plan_cash'),
  ('invalid_before_settlement', 'publisher_unsettled', 'plan_discount'),
  ('invalid_before_settlement', 'publisher_unsettled', 'plan_startup'),
  ('invalid_before_settlement', 'fee_unearned', 'plan_cash'),
  ('invalid_before_settlement', 'fee_unearned', 'plan_discount'),
  ('invalid_before_settlement', 'fee_unearned', 'plan_startup'),
  ('unspent_returned', 'plan_cash', 'customer_available'),
  ('unspent_returned', 'plan_discount', 'promo'),
  ('unspent_returned', 'plan_startup', 'customer_startup'),
  ('unspent_returned', 'plan_startup', 'promo'),
  ('unspent_returned', 'escrow_reserved', 'escrow'),
  ('settlement', 'customer_unsettled', 'promo'),
  ('settlement', 'customer_unsettled', 'customer_available'),
  ('settlement', 'fee_unearned', 'fee'),
  ('settlement', 'fee_unearned', 'customer_available'),
  ('settlement', 'plan_cash', 'customer_available'),
  ('settlement', 'plan_discount', 'promo'),
  ('settlement', 'plan_startup', 'customer_startup'),
  ('settlement', 'plan_startup', 'promo'),
  ('settlement', 'escrow_reserved', 'escrow'),
  ('settlement', 'publisher_unsettled', 'publisher_available'),
  ('profit_shared', 'customer_unsettled', 'customer_available'),
  ('recovery_owed', 'receivable', 'recovery'),
  ('recovery_collected', 'customer_unsettled', 'escrow'),
  ('recovery_collected', 'recovery', 'receivable'),
  ('recovery_written_off', 'recovery', 'receivable'),
  ('withdrawal_asked', 'customer_available', 'withdrawal_hold'),
  ('withdrawal_ended', 'withdrawal_hold', 'customer_available'),
  ('withdrawal_sent', 'withdrawal_hold', 'transit'),
  ('withdrawal_sent', 'withdrawal_hold', 'fee'),
  ('withdrawal_confirmed', 'transit', 'bank'),
  ('withdrawal_bounced', 'suspense', 'customer_available'),
  ('hold', 'customer_available', 'risk_hold'),
  ('hold', 'withdrawal_hold', 'risk_hold'),
  ('hold_released', 'risk_hold', 'customer_available'),
  ('hold_released', 'risk_hold', 'withdrawal_hold'),
  ('startup_granted', 'promo', 'customer_startup'),
  ('startup_returned', 'customer_startup', 'promo'),
  ('coupon_used', 'promo', 'customer_discount'),
  ('vip_opened', 'customer_available', 'fee_unearned'),
  ('vip_earned', 'fee_unearned', 'fee'),
  ('vip_cancelled', 'fee_unearned', 'customer_available'),
  ('exchange_accepted', 'customer_available', 'fx_hold'),
  ('exchange_completed', 'fx_hold', 'acceptor_available'),
  ('exchange_completed', 'fx_hold', 'fee'),
  ('exchange_returned', 'fx_hold', 'customer_available'),
  ('exchange_made_good', 'acceptor_bond', 'customer_available'),
  ('party_paid', 'publisher_available', 'transit'),
  ('party_paid', 'acceptor_available', 'transit'),
  ('party_paid', 'escrow', 'transit'),
  ('party_paid', 'acceptor_bond', 'transit'),
  ('party_paid', 'own', 'transit'),
  ('party_paid', 'transit', 'bank'),
  ('platform_allotted', 'own', 'promo'),
  ('platform_allotted', 'own', 'reserve'),
  ('platform_allotted', 'promo', 'own'),
  ('platform_allotted', 'reserve', 'own'),
  ('fee_taken', 'fee', 'own'),
  ('bank_charged', 'fee', 'bank'),
  ('shortfall_covered', 'reserve', 'shortfall'),
  ('shortfall_covered', 'own', 'shortfall')
) as pair (posting, debit_code, credit_code)
join ledger.account_codes debit on debit.code = pair.debit_code
join ledger.account_codes credit on credit.code = pair.credit_code;

-- Whose plan it is: fixed by the first account opened for it, so that money tied to a plan stays with one customer.
create table ledger.plan_customers (
  plan_id uuid primary key,
  customer_id uuid not null
);

create table ledger.accounts (
  id uuid primary key,
  -- Held to the chart by `ledger.check_opening`.
  code text not null,
  owner_id uuid not null,
  subject_id uuid,
  side ledger.side not null,
  -- The customer whose money this is or came from: the owner, or the customer of the plan it belongs to.
  customer_id uuid,
  -- Of a lifetime, which has no end that a bigint would not meet in a currency of small units.
  debits_posted_micros numeric(38) not null default 0,
  credits_posted_micros numeric(38) not null default 0,
  opened_at timestamptz not null,
  -- Of its latest entry: no later one stands before it, whatever the clock says.
  last_at timestamptz not null,
  -- One CHECK for all: each costs every batch its own preparation.
  constraint balance_not_negative check (
    debits_posted_micros >= 0 and credits_posted_micros >= 0
    and case side
      when 'credit' then credits_posted_micros >= debits_posted_micros
      else debits_posted_micros >= credits_posted_micros
    end
  )
) with (fillfactor = 50);
create index accounts_by_owner on ledger.accounts (owner_id);
create index accounts_by_subject on ledger.accounts (subject_id) where subject_id is not null;

create table ledger.transfers (
  id uuid primary key,
  -- Of two entries of one account, the later one has the higher: given while the account is locked.
  number bigint not null generated always as identity,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_micros bigint not null,
  -- The transfer that a reversal takes back, wholly or in part.
  reverses_id uuid,
  posting text not null,
  cause_kind text not null,
  cause_id uuid not null,
  flow_id text,
  created_at timestamptz not null,
  constraint transfer_is_whole check (
    amount_micros between 1 and 1000000000000000000
    and credit_account_id <> debit_account_id
  )
);
create index transfers_reversals on ledger.transfers (reverses_id) where reverses_id is not null;
create index transfers_by_cause on ledger.transfers (cause_id, cause_kind);
-- A page of a line's entries, and the part of it that lies in a stretch of time, without reading all of them.
create index transfers_by_flow on ledger.transfers (flow_id, created_at desc, number desc) where flow_id is not null;
-- What comes into publishers' free money and goes out of it, among the little that is no customer's.
create index transfers_in_to_parties on ledger.transfers (credit_account_id, created_at, number)
  where flow_id is null and posting in ('settlement', 'party_paid');
create index transfers_out_of_parties on ledger.transfers (debit_account_id, created_at, number)
  where flow_id is null and posting = 'party_paid';
-- Entries are written in the order of time: the few of a day are found by the pages they lie on, at next to no cost.
create index transfers_by_day on ledger.transfers using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);

-- What a transaction has opened, while it lasts: looked at once more at its commit (`close_unused`).
create table ledger.openings (
  id bigint primary key generated always as identity,
  account_ids uuid[] not null,
  plan_ids uuid[] not null
);

-- One line of a customer's fund flow: the sums of its transfers per wallet part.
create table ledger.flow_lines (
  customer_id uuid not null,
  flow_id text not null check (length(flow_id) between 1 and 100),
  -- As the contract lists them (a test compares both): a line of another type would count and be shown nowhere.
  type text not null constraint flow_type_is_listed check (
    type in (
      'system_deposit', 'manual_withdrawal', 'ad_billing', 'ad_serving', 'system_chargeback',
      'virtual_recharge_deduction', 'vip_opening', 'profit_sharing', 'exchange', 'hold'
    )
  ),
  subject_kind text not null,
  subject_id text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  available_micros bigint not null,
  pending_spend_micros bigint not null,
  to_be_settled_micros bigint not null,
  on_hold_micros bigint not null,
  discount_micros bigint not null,
  startup_micros bigint not null,
  -- What the list shows: of ad serving what the customer paid or got back, because a coupon's or the promotion's part
  -- of a plan comes from and goes to the platform within the line, which leaves the change in the total a sign and a
  -- size of its own; of other types the change in the customer's total, else in cash, else in the first part that
  -- changed.
  amount_micros bigint not null generated always as (
    coalesce(
      case when type = 'ad_serving' then
        coalesce(nullif(available_micros, 0), nullif(startup_micros, 0), nullif(discount_micros, 0))
      end,
      nullif(
        available_micros + pending_spend_micros + to_be_settled_micros + on_hold_micros + discount_micros
          + startup_micros, 0
      ),
      nullif(available_micros, 0), nullif(startup_micros, 0), nullif(discount_micros, 0),
      nullif(pending_spend_micros, 0), nullif(on_hold_micros, 0), to_be_settled_micros
    )
  ) stored,
  -- How long a line reaches: what overlaps a stretch of time is found by where lines of each length can have begun.
  -- Nearly all are short and are found by the index of the newest. It stays the same while a line grows, which keeps
  -- its updates within the page.
  span smallint not null generated always as (
    case
      when last_at - first_at <= interval '48 hours' then 0
      when last_at - first_at <= interval '768 hours' then 1
      when last_at - first_at <= interval '9600 hours' then 2
      else 3
    end
  ) stored,
  -- New lines have new numbers: with the number first their entries of the key share pages, where a customer's are
  -- anywhere.
  primary key (flow_id, customer_id)
) with (fillfactor = 70);
-- All types together are read as the newest of each: a second index would cost every line more than that saves. A
-- customer has few lines of one type and one moment: a page sorts those, which halves what each line's entry takes.
create index flow_lines_newest on ledger.flow_lines (customer_id, type, first_at desc);
create index flow_lines_long on ledger.flow_lines (customer_id, span, first_at) where span > 0;
-- Who looks for a plan's, a withdrawal's or a bank line's number finds its few lines and sorts them: an index that also
-- gives their order is three times as large. The subject comes first: those that are written of now are new, so that
-- their entries share pages, where a customer's are anywhere.
create index flow_lines_by_subject on ledger.flow_lines (subject_id, customer_id);

-- Lifetime sums of the flow types that the wallet shows, so that reading them costs the same whatever the history.
create table ledger.flow_totals (
  customer_id uuid not null,
  type text not null,
  amount_micros bigint not null,
  primary key (customer_id, type)
) with (fillfactor = 70);

-- Request ids and their outcomes, kept for good (PRODUCT §16). A request id names an intention, however often it was asked for;
-- the HTTP request is the one of these that did it, by which log, messages and jobs are found (lib/request-context.ts).
create table ledger.requests (
  owner_id uuid not null,
  request_id text not null check (length(request_id) between 1 and 100),
  action text not null,
  content_hash bytea not null,
  outcome jsonb not null,
  created_at timestamptz not null,
  http_request_id text check (http_request_id ~ '^[A-Za-z0-9._-]{8,64}$'),
  primary key (owner_id, request_id)
);

-- Sums of the fund flow per customer, month of UTC and type: what the wallet held at any time is the months before the
-- nearest turn of a month and the lines between that and the time, whatever the history. Brought up to date once a day,
-- from the entries of the days that have ended, instead of with every entry (docs/decisions/sums-by-day.md).
create table ledger.month_sums (
  customer_id uuid not null,
  month date not null check (month = date_trunc('month', month + time '00:00')),
  type text not null,
  available_micros bigint not null,
  pending_spend_micros bigint not null,
  to_be_settled_micros bigint not null,
  on_hold_micros bigint not null,
  discount_micros bigint not null,
  startup_micros bigint not null,
  primary key (customer_id, month, type)
) with (fillfactor = 70);

-- The same of what publishers' free money gained and lost.
create table ledger.publisher_month_sums (
  publisher_id uuid not null,
  month date not null check (month = date_trunc('month', month + time '00:00')),
  credited_micros bigint not null check (credited_micros >= 0),
  debited_micros bigint not null check (debited_micros >= 0),
  entries bigint not null check (entries > 0),
  primary key (publisher_id, month)
) with (fillfactor = 70);

-- All entries before this time, a midnight of UTC, are in `month_sums` and `publisher_month_sums`, and none after it.
create table ledger.summed_until (
  only_row boolean primary key default true check (only_row),
  until_at timestamptz not null
);
insert into ledger.summed_until (until_at)
values (date_trunc('day', platform.now() at time zone 'UTC') at time zone 'UTC');
