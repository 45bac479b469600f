-- What a posting follows from: the kinds of rows of which one has to be there, and allow it, at the commit; and which
-- process role's work it is by each.
create table ledger.posting_causes (
  posting text not null,
  cause_kind text not null,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['api', 'delivery', 'worker', 'office']),
  primary key (posting, cause_kind)
);
insert into ledger.posting_causes (posting, cause_kind, roles) values
  ('deposit_received', 'bank_line', '{office,worker}'),
  ('deposit_credited', 'bank_line', '{office,worker}'),
  ('deposit_sent_back', 'bank_line', '{office,worker}'),
  ('deposit_recalled', 'bank_line', '{office}'),
  ('party_paid_in', 'bank_line', '{office}'),
  ('plan_placed', 'plan', '{api}'),
  ('spend', 'spend_batch', '{worker}'),
  ('spend', 'restoration', '{worker}'),
  ('conversion', 'conversion', '{worker}'),
  ('conversion', 'verdict', '{worker}'),
  ('conversion', 'restoration', '{worker}'),
  ('invalid_before_settlement', 'verdict', '{worker}'),
  ('invalid_before_settlement', 'restoration', '{worker}'),
  ('unspent_returned', 'plan', '{api,worker,office}'),
  ('unspent_returned', 'restoration', '{worker}'),
  ('settlement', 'plan', '{worker}'),
  ('settlement', 'verdict', '{worker}'),
  ('settlement', 'restoration', '{worker}'),
  ('settlement', 'conversion', '{worker}'),
  ('profit_shared', 'plan', '{worker}'),
  ('profit_shared', 'verdict', '{worker}'),
  ('profit_shared', 'restoration', '{worker}'),
  ('profit_shared', 'conversion', '{worker}'),
  ('recovery_owed', 'verdict', '{worker}'),
  ('recovery_owed', 'restoration', '{worker}'),
  ('recovery_owed', 'conversion', '{worker}'),
  ('recovery_collected', 'plan', '{worker}'),
  ('recovery_written_off', 'receivable', '{worker}'),
  ('withdrawal_asked', 'withdrawal', '{api}'),
  ('withdrawal_ended', 'withdrawal', '{api,office,worker}'),
  ('withdrawal_sent', 'withdrawal', '{office,worker}'),
  ('withdrawal_confirmed', 'bank_line', '{office,worker}'),
  ('withdrawal_bounced', 'bank_line', '{office,worker}'),
  ('hold', 'hold', '{api,office}'),
  ('hold_released', 'hold', '{api,worker,office}'),
  ('startup_granted', 'startup', '{api}'),
  ('startup_returned', 'startup', '{api,worker}'),
  ('coupon_used', 'coupon', '{api}'),
  ('vip_opened', 'vip', '{api}'),
  ('vip_earned', 'vip', '{api,worker}'),
  ('vip_cancelled', 'vip', '{api}'),
  ('exchange_accepted', 'exchange_order', '{api}'),
  ('exchange_completed', 'exchange_order', '{api,office}'),
  ('exchange_returned', 'exchange_order', '{api,worker,office}'),
  ('exchange_made_good', 'exchange_order', '{office}'),
  ('party_paid', 'payout', '{office}'),
  ('party_paid', 'bank_line', '{office,worker}'),
  ('platform_allotted', 'proposal', '{office}'),
  ('platform_allotted', 'verdict', '{worker}'),
  ('platform_allotted', 'restoration', '{worker}'),
  ('fee_taken', 'proposal', '{office}'),
  ('bank_charged', 'bank_line', '{office}'),
  ('shortfall_covered', 'proposal', '{office}');

-- Functions that say what causes of a kind allow, each in the schema of a module whose rows say so. Each module adds its
-- own; what several say of one cause is added up.
create table ledger.cause_kinds (
  cause_kind text not null,
  allowed_by text not null check (allowed_by ~ '^[a-z]+\.allowed_by_[a-z_]+$'),
  primary key (cause_kind, allowed_by)
);

-- What a cause allows a posting to debit or credit, in all: at least so much and at most so much. `code` and
-- `subject_id` as in `ledger.caused`.
create type ledger.allowance as (
  cause_id uuid,
  posting text,
  side ledger.side,
  code text,
  owner_id uuid,
  subject_id uuid,
  least_micros numeric,
  most_micros numeric
);

-- An account as modules' rows name it (`ledger.account_of`).
create type ledger.place as (code text, owner_id uuid, subject_id uuid);

-- Causes of what a transaction has written, while it lasts: asked at its commit (`check_written_causes`).
create table ledger.written_causes (
  id bigint primary key generated always as identity,
  cause_kinds text[] not null,
  cause_ids uuid[] not null
);
