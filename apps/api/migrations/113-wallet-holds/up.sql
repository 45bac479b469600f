-- The hold registry in full (PRODUCT §2.4), withdrawals that a bank returns, payout files (PRODUCT §3).

-- What is handed to the bank may be less than what was asked for: a disputed part stays behind, on hold.
alter table wallet.withdrawals
  add column payout_micros bigint check (payout_micros > 0),
  add column payout_file_id uuid,
  add column return_line_id uuid unique references wallet.bank_lines;
-- Until now all that was asked for was sent, less the rail's fee. Row-level security holds for the owner too.
select set_config('adtally.scope', 'system', true);
update wallet.withdrawals set payout_micros = amount_micros - rail_fee_micros where sent_at is not null;
alter table wallet.withdrawals
  drop constraint withdrawals_check1,
  add constraint withdrawals_confirmed_by_line check (
    case status when 'confirmed' then confirmed_at is not null and line_id is not null
      when 'bounced' then (confirmed_at is null) = (line_id is null) and ended_at is not null
      else confirmed_at is null and line_id is null end),
  add constraint withdrawals_paid_once_sent check ((sent_at is null) = (payout_micros is null)),
  add constraint withdrawals_payout_within check (payout_micros <= amount_micros - rail_fee_micros);

-- A confirmed withdrawal can still come back: banks return what they could not deliver days later.
create or replace function wallet.guard_withdrawal() returns trigger language plpgsql as $$
begin
  if (new.status <> old.status and (old.status, new.status) not in (
      ('held', 'requested'), ('held', 'ended'), ('requested', 'held'), ('approved', 'held'), ('requested', 'approved'),
      ('requested', 'ended'), ('approved', 'sent'), ('approved', 'ended'), ('sent', 'confirmed'), ('sent', 'bounced'),
      ('confirmed', 'bounced')))
    or (new.withdrawal_id, new.customer_id, new.beneficiary_id, new.amount_micros, new.rail_fee_micros, new.number)
      is distinct from (old.withdrawal_id, old.customer_id, old.beneficiary_id, old.amount_micros, old.rail_fee_micros, old.number)
    or (old.payout_micros is not null and new.payout_micros is distinct from old.payout_micros)
    or new.send_by < old.send_by then
    raise exception 'withdrawal % cannot go from % to %', old.number, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Customers see the line by which their withdrawal came back, too.
create policy returned_to_party on wallet.bank_lines using (
  exists (select from wallet.withdrawals w where w.return_line_id = bank_lines.line_id));

-- Payment orders as handed to the bank, encrypted: they hold account numbers. Sent by two people, never changed.
create table wallet.payout_files (
  payout_file_id uuid primary key,
  -- What the bank knows the file by (`MsgId`).
  message_id text not null unique check (message_id ~ '^[A-Z0-9]{1,35}$'),
  sealed bytea not null,
  file_hash bytea not null check (octet_length(file_hash) = 32),
  payment_count integer not null check (payment_count > 0),
  total_micros bigint not null check (total_micros > 0),
  proposal_id uuid not null,
  created_at timestamptz not null
);
alter table wallet.withdrawals
  add constraint withdrawals_payout_file foreign key (payout_file_id) references wallet.payout_files
    deferrable initially deferred;
create trigger payout_files_final before update or delete or truncate on wallet.payout_files
  for each statement execute function platform.refuse_change();

alter table wallet.holds
  add column document_hash bytea check (octet_length(document_hash) = 32),
  add column authority text,
  add column proposed_by uuid,
  add column approved_by uuid,
  -- Set while documents that the hold lists are outstanding: its clock then stands still.
  add column clock_stopped_at timestamptz,
  add column stopped_ms bigint not null default 0 check (stopped_ms >= 0),
  -- Of legal holds: reviews by two people, each for 30 days more.
  add column review_count integer not null default 0 check (review_count >= 0),
  drop constraint holds_check,
  -- Ten days is the longest clock of all but legal holds, the time it stood still not counted.
  add constraint holds_ten_days check (
    reason in ('court_order', 'legal_hold') or deadline <= created_at + interval '10 days' + stopped_ms * interval '1 millisecond'),
  add constraint holds_legal_review check (
    reason not in ('court_order', 'legal_hold') or deadline <= created_at + (1 + review_count) * interval '30 days'),
  add constraint holds_reviewed_legal check (review_count = 0 or reason in ('court_order', 'legal_hold')),
  add constraint holds_people_differ check (proposed_by is null or proposed_by <> approved_by);
create index holds_by_customer on wallet.holds (customer_id, hold_id desc);

-- What a hold asks for: listed once, when it is placed.
create table wallet.hold_documents (
  hold_id uuid not null references wallet.holds,
  position smallint not null check (position between 1 and 8),
  customer_id uuid not null references identity.customers,
  name text not null check (name <> ''),
  file_id uuid,
  provided_at timestamptz,
  primary key (hold_id, position),
  check ((file_id is null) = (provided_at is null))
);

create table wallet.hold_appeals (
  appeal_id uuid primary key,
  hold_id uuid not null references wallet.holds,
  customer_id uuid not null references identity.customers,
  request_id uuid not null,
  grounds text not null check (grounds <> ''),
  filed_at timestamptz not null,
  -- Decided by somebody who neither proposed nor approved the hold.
  decision text check (decision in ('released', 'upheld')),
  answer text,
  decided_by uuid,
  decided_at timestamptz,
  unique (customer_id, request_id),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null) and (decision is null) = (answer is null))
);
create unique index hold_appeals_open on wallet.hold_appeals (hold_id) where decided_at is null;

create function wallet.decide_appeal_once() returns trigger language plpgsql as $$
begin
  if old.decided_at is not null
    or (new.appeal_id, new.hold_id, new.customer_id, new.request_id, new.grounds, new.filed_at)
      is distinct from (old.appeal_id, old.hold_id, old.customer_id, old.request_id, old.grounds, old.filed_at)
    or exists (select from wallet.holds h where h.hold_id = new.hold_id and new.decided_by in (h.proposed_by, h.approved_by)) then
    raise exception 'an appeal is decided once, by somebody who did not place the hold' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger hold_appeals_decided_once before update on wallet.hold_appeals
  for each row execute function wallet.decide_appeal_once();

-- The list of documents is final, and so is what was sent.
create function wallet.provide_document_once() returns trigger language plpgsql as $$
begin
  if old.provided_at is not null
    or (new.hold_id, new.position, new.customer_id, new.name) is distinct from (old.hold_id, old.position, old.customer_id, old.name) then
    raise exception 'documents of a hold are listed once and given once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger hold_documents_given_once before update on wallet.hold_documents
  for each row execute function wallet.provide_document_once();

grant update (send_by, payout_micros, payout_file_id, return_line_id) on wallet.withdrawals to adtally_program;
grant update (clock_stopped_at, stopped_ms, review_count) on wallet.holds to adtally_program;
grant select, insert on wallet.payout_files, wallet.hold_documents, wallet.hold_appeals to adtally_program;
grant update (file_id, provided_at) on wallet.hold_documents to adtally_program;
grant update (decision, answer, decided_by, decided_at) on wallet.hold_appeals to adtally_program;

alter table wallet.payout_files enable row level security;
alter table wallet.payout_files force row level security;
create policy staff on wallet.payout_files using ((select platform.scope_is_system()));
alter table wallet.hold_documents enable row level security;
alter table wallet.hold_documents force row level security;
create policy owner on wallet.hold_documents
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
alter table wallet.hold_appeals enable row level security;
alter table wallet.hold_appeals force row level security;
create policy owner on wallet.hold_appeals
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- Documents that a hold asks for are images of their own use: risk and the auditor see them, nobody else.
alter table files.images drop constraint images_use_check;
alter table files.images add constraint images_use_check check (use in ('chat', 'feedback', 'hold_document'));
