-- Exchange orders with their money (PRODUCT §11): the policy that an order was offered under, evidence of either side, a
-- dispute by the acceptor, decisions that two people made.

-- What were constants of the program are figures of the policy table now; every version so far had these values.
alter table policies.bounds disable trigger refuse_change;
insert into policies.bounds (name, minimum, maximum, disadvantage) values
  ('exchange_paying_limit_ms', 3600000, 259200000, 'up'),
  ('exchange_confirming_limit_ms', 86400000, 864000000, 'any'),
  ('exchange_spread_max_percent', 0, 10, 'up'),
  ('exchange_reference_age_max_ms', 3600000, 259200000, 'up'),
  ('exchange_fee_max_percent', 0, 3, 'up'),
  ('exchange_bond_kept_ms', 864000000, 7776000000, 'down');
alter table policies.bounds enable always trigger refuse_change;
alter table policies.versions disable trigger refuse_change;
update policies.versions set values = values || jsonb_build_object(
  'exchange_paying_limit_ms', '86400000', 'exchange_confirming_limit_ms', '259200000',
  'exchange_spread_max_percent', '10', 'exchange_reference_age_max_ms', '86400000', 'exchange_fee_max_percent', '3',
  'exchange_bond_kept_ms', '2592000000');
alter table policies.versions enable always trigger refuse_change;

alter table acceptors.orders add column policy_version integer not null default 1;
alter table acceptors.orders alter column policy_version drop default;

-- An order is decided by an approved proposal, and by nothing else.
alter table acceptors.orders
  add constraint orders_decided_by_two check (
    (status_trigger in ('decided_for_acceptor', 'decided_for_customer', 'wrong_completion')) = (decision_id is not null));
insert into acceptors.order_transitions (from_status, to_status, trigger) values
  ('paid', 'disputed', 'acceptor_disputed');

create or replace function acceptors.keep_order() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Generated columns are made after this trigger has run.
  if (to_jsonb(new) - array[
      'status', 'status_trigger', 'status_detail', 'status_at', 'decision_id', 'customer_id', 'claimed_at',
      'spread_basis_points'])
    is distinct from (to_jsonb(old) - array[
      'status', 'status_trigger', 'status_detail', 'status_at', 'decision_id', 'customer_id', 'claimed_at',
      'spread_basis_points']) then
    raise exception 'the terms of order % are fixed', old.number using errcode = 'insufficient_privilege';
  end if;
  if new.customer_id is distinct from old.customer_id and (old.customer_id is not null or old.status <> 'offered') then
    raise exception 'order % is somebody''s', old.number using errcode = 'insufficient_privilege';
  end if;
  if (new.status, new.status_trigger, new.status_at) is distinct from (old.status, old.status_trigger, old.status_at) then
    if not exists (
      select from acceptors.order_transitions
      where from_status = old.status and to_status = new.status and trigger = new.status_trigger
    ) then
      raise exception 'order % can''t go from % to % by %', old.number, old.status, new.status, new.status_trigger
        using errcode = 'check_violation';
    end if;
    if new.decision_id is not null and (
      new.decision_id is not distinct from old.decision_id
      or not exists (
        select from operators.proposals as proposal join operators.decisions as decision using (proposal_id)
        where proposal_id = new.decision_id and verdict = 'approved'
          and proposal.subject_kind = 'exchange_order' and proposal.subject_id = new.order_id::text)
    ) then
      raise exception 'nobody decided about order %', old.number using errcode = 'insufficient_privilege';
    end if;
    insert into acceptors.order_changes (order_id, sequence, status, trigger, detail, decision_id, changed_at)
    select new.order_id, coalesce(max(sequence), 0) + 1, new.status, new.status_trigger, new.status_detail,
      new.decision_id, new.status_at
    from acceptors.order_changes where order_id = new.order_id;
  elsif new.decision_id is distinct from old.decision_id then
    raise exception 'the decision about order % stays with it', old.number using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- What either side hands in: words, and images that files keeps with their hashes. Nothing was handed in so far.
alter table acceptors.order_evidence
  drop column document_hash,
  drop column file_id,
  add column request_id uuid,
  add column image_ids uuid[] not null default '{}',
  add constraint order_evidence_has_author check ((party = 'acceptor') = (recorded_by is not null)),
  add constraint order_evidence_asked check ((party = 'customer') = (request_id is not null)),
  add constraint order_evidence_request_key unique (order_id, request_id);
create policy owner on acceptors.order_evidence to adtally_program using (
  order_id in (select order_id from acceptors.orders where customer_id = (select platform.scope_customer_id())));

-- Evidence is seen by the order's customer and by staff who decide.
alter table files.images drop constraint images_use_check;
alter table files.images add constraint images_use_check
  check (use in ('chat', 'feedback', 'hold_document', 'exchange'));
