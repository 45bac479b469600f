-- Staff manage offers, acceptors, bonds and rates; customers take offers, and deadlines move them.
grant usage on schema acceptors to adtally_program;
grant select on acceptors.acceptors, acceptors.bond_top_ups, acceptors.reference_rates, acceptors.orders,
  acceptors.order_evidence, acceptors.order_changes, acceptors.order_transitions
  to adtally_api, adtally_worker, adtally_office;

grant insert on acceptors.order_evidence to adtally_api;
grant update (customer_id, claimed_at, status, status_trigger, status_detail, status_at) on acceptors.orders
  to adtally_api;
grant execute on function acceptors.hold_acceptors(uuid[]) to adtally_api;

grant update (status, status_trigger, status_detail, status_at) on acceptors.orders to adtally_worker;

grant insert on acceptors.acceptors, acceptors.bond_top_ups, acceptors.reference_rates, acceptors.orders,
  acceptors.order_evidence
  to adtally_office;
grant update (is_open, limit_micros) on acceptors.acceptors to adtally_office;
grant update (status, status_trigger, status_detail, status_at, decision_id) on acceptors.orders to adtally_office;
grant usage on sequence acceptors.order_numbers to adtally_office;
grant execute on function acceptors.bound_bond(uuid), acceptors.read_bond(uuid) to adtally_office;
