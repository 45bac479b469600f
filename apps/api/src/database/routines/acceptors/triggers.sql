create trigger acceptors_guarded before update on acceptors.acceptors
  for each row execute function acceptors.guard_acceptor();
create trigger stay before delete or truncate on acceptors.acceptors
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on acceptors.bond_top_ups
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on acceptors.reference_rates
  for each statement execute function platform.refuse_change();

create trigger orders_offered before insert on acceptors.orders
  for each row execute function acceptors.note_offer();
create trigger orders_kept before update on acceptors.orders
  for each row execute function acceptors.keep_order();
create trigger stay before delete or truncate on acceptors.orders
  for each statement execute function platform.refuse_change();
alter table acceptors.orders enable always trigger orders_offered, enable always trigger orders_kept;

create trigger stay before update or delete or truncate on acceptors.order_changes
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on acceptors.order_evidence
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on acceptors.order_transitions
  for each statement execute function platform.refuse_change();
