-- An order's timeline and the table of its statuses are not the program's to write, and nobody can type a bond.
grant usage on schema acceptors to adtally_program;
grant select on acceptors.order_changes, acceptors.order_transitions to adtally_program;
grant select, insert on acceptors.acceptors, acceptors.bond_top_ups, acceptors.reference_rates, acceptors.orders,
  acceptors.order_evidence
  to adtally_program;
grant update (is_open, limit_micros) on acceptors.acceptors to adtally_program;
grant update (
  customer_id, claimed_at, status, status_trigger, status_detail, status_at, decision_id
) on acceptors.orders to adtally_program;
grant usage on sequence acceptors.order_numbers to adtally_program;
grant execute on function acceptors.bound_bond(uuid), acceptors.read_bond(uuid) to adtally_program;
