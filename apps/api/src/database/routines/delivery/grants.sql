grant usage on schema delivery to adtally_program;
-- Events and spans come by functions alone, rules with the program's versions.
grant select on delivery.events, delivery.rules, delivery.cursors, delivery.spend_batches to adtally_program;
grant select, insert on
  delivery.nodes, delivery.agents, delivery.verdicts, delivery.conversions, delivery.conversion_payments
  to adtally_program;
grant select, insert, update on
  delivery.budgets, delivery.leases, delivery.invalid_pass, delivery.refusals, delivery.no_fills
  to adtally_program;
grant usage on type delivery.event_kind, delivery.event_sums to adtally_program;
grant execute on function
  delivery.grant_lease(uuid, integer, bigint, bigint, bigint, bigint),
  delivery.close_leases(),
  delivery.record_events(
    integer, bigint, boolean, uuid[], uuid[], delivery.event_kind[], text[], uuid[], uuid[], uuid[], uuid[], bigint[],
    bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], text[], smallint[]
  ),
  delivery.carry_spans(uuid, integer[], bigint[], bigint[])
  to adtally_program;
