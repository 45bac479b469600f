-- The ledger (PRODUCT §3): TigerBeetle's model in PostgreSQL. Nothing but this schema's SECURITY DEFINER functions
-- writes here; the program's role may execute those and read.
create schema ledger;
grant usage on schema ledger to adtally_program;

create type ledger.side as enum ('debit', 'credit');
create type ledger.transfer_kind as enum ('posted', 'pending', 'post', 'void', 'expire', 'reversal');

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
  ('invalid_before_settlement', 'customer_unsettled', 'escrow_reserved'),
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
  ('withdrawal_bounced', 'bank', 'suspense'),
  ('withdrawal_bounced', 'suspense', 'customer_available'),
  ('hold', 'customer_available', 'risk_hold'),
  ('hold', 'withdrawal_hold', 'risk_hold'),
  ('hold_released', 'risk_hold', 'customer_available'),
  ('hold_released', 'risk_hold', 'withdrawal_hold'),
  ('startup_granted', 'promo', 'customer_startup'),
  ('startup_returned', 'customer_startup', 'promo'),
  ('coupon_used', 'promo', 'customer_discount'),
  ('coupon_expired', 'customer_discount', 'promo'),
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
  code text not null references ledger.account_codes (code),
  owner_id uuid not null,
  subject_id uuid,
  side ledger.side not null,
  -- The customer whose money this is or came from: the owner, or the customer of the plan it belongs to.
  customer_id uuid,
  debits_pending_micros bigint not null default 0,
  debits_posted_micros bigint not null default 0,
  credits_pending_micros bigint not null default 0,
  credits_posted_micros bigint not null default 0,
  opened_at timestamptz not null,
  -- One CHECK for all: each costs every batch its own preparation.
  constraint balance_not_negative check (
    debits_pending_micros >= 0 and debits_posted_micros >= 0
    and credits_pending_micros >= 0 and credits_posted_micros >= 0
    and case side
      when 'credit' then credits_posted_micros - debits_posted_micros - debits_pending_micros >= 0
      else debits_posted_micros - credits_posted_micros - credits_pending_micros >= 0
    end
  )
) with (fillfactor = 50);
create index accounts_by_owner on ledger.accounts (owner_id);
create index accounts_by_subject on ledger.accounts (subject_id) where subject_id is not null;

create table ledger.transfers (
  id uuid primary key,
  kind ledger.transfer_kind not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_micros bigint not null,
  -- The pending transfer that a post, void or expire resolves.
  pending_id uuid,
  -- The transfer that a reversal takes back, wholly or in part.
  reverses_id uuid,
  posting text not null,
  cause_kind text not null,
  cause_id text not null,
  flow_id text,
  expires_at timestamptz,
  created_at timestamptz not null,
  constraint transfer_is_whole check (
    amount_micros between 1 and 1000000000000000000
    and credit_account_id <> debit_account_id
    and (kind in ('post', 'void', 'expire')) = (pending_id is not null)
    and (kind = 'reversal') = (reverses_id is not null)
    and (expires_at is null or kind = 'pending')
  )
);
create unique index transfers_resolution on ledger.transfers (pending_id) where pending_id is not null;
create index transfers_reversals on ledger.transfers (reverses_id) where reverses_id is not null;
create index transfers_by_cause on ledger.transfers (cause_id, cause_kind);
create index transfers_by_flow on ledger.transfers (flow_id) where flow_id is not null;

-- Pending transfers that have yet to expire: what `expire_pending` looks through, whatever the history.
create table ledger.pending_expiries (
  transfer_id uuid primary key,
  expires_at timestamptz not null
);
create index pending_expiries_due on ledger.pending_expiries (expires_at);

-- One line of a customer's fund flow: the sums of its transfers per wallet part.
create table ledger.flow_lines (
  customer_id uuid not null,
  flow_id text not null check (length(flow_id) between 1 and 100),
  type text not null,
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
  -- What the list shows: the change in the customer's total, else in cash, else in the first part that changed.
  amount_micros bigint not null generated always as (
    coalesce(
      nullif(
        available_micros + pending_spend_micros + to_be_settled_micros + on_hold_micros + discount_micros
          + startup_micros, 0
      ),
      nullif(available_micros, 0), nullif(startup_micros, 0), nullif(discount_micros, 0),
      nullif(pending_spend_micros, 0), nullif(on_hold_micros, 0), to_be_settled_micros
    )
  ) stored,
  primary key (customer_id, flow_id)
) with (fillfactor = 70);
-- All types together are read as the newest of each: a second index would cost every line more than that saves.
create index flow_lines_newest on ledger.flow_lines (customer_id, type, first_at desc, flow_id desc);

-- Lifetime sums of the flow types that the wallet shows, so that reading them costs the same whatever the history.
create table ledger.flow_totals (
  customer_id uuid not null,
  type text not null,
  amount_micros bigint not null,
  primary key (customer_id, type)
) with (fillfactor = 70);

-- Request ids and their outcomes, kept for good (PRODUCT §16).
create table ledger.requests (
  owner_id uuid not null,
  request_id text not null check (length(request_id) between 1 and 100),
  action text not null,
  content_hash bytea not null,
  outcome jsonb not null,
  created_at timestamptz not null,
  primary key (owner_id, request_id)
);
