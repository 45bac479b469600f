create trigger approved before insert on acceptors.acceptors
  for each row execute function operators.ask_approval('{acceptor.create}', 'acceptor', 'acceptor_id');
create trigger opening_approved before update on acceptors.acceptors
  for each row when (new.is_open and not old.is_open)
  execute function operators.ask_approval('{acceptor.open}', 'acceptor', 'acceptor_id');
-- Without approval, a limit may only fall, with the bond that backs it.
create trigger limit_approved before update on acceptors.acceptors
  for each row when (new.limit_micros <> least(old.limit_micros, new.bond_micros))
  execute function operators.ask_approval('{acceptor.limit}', 'acceptor', 'acceptor_id');
alter table acceptors.acceptors
  enable always trigger approved, enable always trigger opening_approved, enable always trigger limit_approved;
create trigger acceptors_guarded before update on acceptors.acceptors
  for each row execute function acceptors.guard_acceptor();
create trigger stay before delete or truncate on acceptors.acceptors
  for each statement execute function platform.refuse_change();

create trigger approved before insert on acceptors.bond_top_ups
  for each row execute function operators.ask_approval('{bond.book}', 'bank_line', 'line_id');
alter table acceptors.bond_top_ups enable always trigger approved;
create trigger stay before update or delete or truncate on acceptors.bond_top_ups
  for each statement execute function platform.refuse_change();

create trigger approved before insert on acceptors.reference_rates
  for each row execute function operators.ask_approval('{reference_rate.set}', 'reference_rate', 'rate_id');
alter table acceptors.reference_rates enable always trigger approved;
create trigger stay before update or delete or truncate on acceptors.reference_rates
  for each statement execute function platform.refuse_change();

create trigger orders_offered before insert on acceptors.orders
  for each row execute function acceptors.note_offer();
create trigger version_in_force after insert on acceptors.orders
  referencing new table as new_rows for each statement execute function policies.check_named_version();
alter table acceptors.orders enable always trigger version_in_force;
create trigger orders_kept before update on acceptors.orders
  for each row execute function acceptors.keep_order();
create trigger stay before delete or truncate on acceptors.orders
  for each statement execute function platform.refuse_change();
create constraint trigger orders_moved after update on acceptors.orders
  deferrable initially deferred for each row when (new.status <> old.status)
  execute function acceptors.check_moved();
alter table acceptors.orders enable always trigger orders_offered, enable always trigger orders_kept,
  enable always trigger orders_moved;

create trigger stay before update or delete or truncate on acceptors.order_changes
  for each statement execute function platform.refuse_change();

create trigger evidence_guarded before insert on acceptors.order_evidence
  for each row execute function acceptors.guard_evidence();
alter table acceptors.order_evidence enable always trigger evidence_guarded;
create constraint trigger recorded_by_its_person after insert on acceptors.order_evidence
  deferrable initially deferred for each row when (new.party = 'acceptor')
  execute function audit.ask_staff_act(
    '{exchange.marked_paid,exchange.disputed,exchange.evidence_added}', 'exchange_order', 'order_id', 'recorded_by');
alter table acceptors.order_evidence enable always trigger recorded_by_its_person;
create trigger stay before update or delete or truncate on acceptors.order_evidence
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on acceptors.order_transitions
  for each statement execute function platform.refuse_change();
