-- Nothing here is personal: devices and addresses are keyed digests. Only functions write events, budgets and leases.
grant usage on schema delivery to adtally_program;
grant select on delivery.nodes, delivery.agents, delivery.events, delivery.rules, delivery.rule_withdrawals,
  delivery.stuck_events, delivery.cursors, delivery.spend_batches, delivery.verdicts, delivery.conversions,
  delivery.conversion_payments, delivery.appeals, delivery.restorations, delivery.budgets, delivery.leases,
  delivery.invalid_pass, delivery.refusals, delivery.decision_counts, delivery.auction_ends, delivery.player_errors
  to adtally_program;
grant usage on type delivery.event_kind, delivery.event_sums, delivery.lease_grant, delivery.capped_event
  to adtally_program;

grant select on delivery.kept_token_keys to adtally_delivery;
grant insert (started_at) on delivery.nodes to adtally_delivery;
grant insert on delivery.agents to adtally_delivery;
grant insert, update (count) on delivery.refusals, delivery.decision_counts, delivery.player_errors to adtally_delivery;
grant update (amount_micros, closed_at, issue_until, closes_at, ends_at) on delivery.leases to adtally_delivery;
grant execute on function
  delivery.end_auctions(uuid[], uuid[], uuid[], text[], bigint[], bigint[], smallint[]),
  delivery.grant_lease(uuid, integer, bigint, bigint, bigint, bigint),
  delivery.record_events(
    integer, bigint, boolean, uuid[], uuid[], delivery.event_kind[], text[], uuid[], uuid[], uuid[], uuid[], bigint[],
    bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], text[], smallint[]
  )
  to adtally_delivery;

grant insert (appeal_id, verdict_id, rule, customer_id, plan_id, request_id, grounds) on delivery.appeals to adtally_api;
grant select on delivery.publisher_verdicts to adtally_api;
grant execute on function delivery.file_appeal(text, uuid, uuid, text, text) to adtally_api;

grant delete on delivery.auction_ends to adtally_worker;
grant insert on delivery.verdicts, delivery.conversions, delivery.conversion_payments, delivery.restorations
  to adtally_worker;
grant insert, delete on delivery.stuck_events to adtally_worker;
grant update (passed_until) on delivery.invalid_pass to adtally_worker;
grant update (spent_micros, day_spent_micros) on delivery.budgets to adtally_worker;
grant update (spent_micros, closed_at) on delivery.leases to adtally_worker;
grant execute on function
  delivery.close_leases(), delivery.carry_spans(uuid, integer[], bigint[], bigint[]),
  delivery.rule_version_at(text, timestamptz), delivery.capped_events(integer[], bigint[], bigint[], bigint)
  to adtally_worker;
grant execute on function delivery.appealed_events(uuid) to adtally_worker, adtally_office;
grant execute on function delivery.appealable_events(uuid, text, uuid, uuid) to adtally_api, adtally_worker, adtally_office;
grant execute on function delivery.taints(delivery.event_kind, text), delivery.moves_nothing(text)
  to adtally_api, adtally_worker, adtally_office;
grant execute on function delivery.taints_device(delivery.event_kind, text, bigint) to adtally_worker, adtally_office;

grant execute on function delivery.pace_of(delivery.budgets, timestamptz), delivery.day_end(date, text) to adtally_office;
grant insert (rule, version, description, parameters, lists, in_force_from, proposal_id) on delivery.rules
  to adtally_office;
-- What a publisher sends is written down by staff.
grant insert (appeal_id, verdict_id, rule, publisher_id, filed_by, grounds) on delivery.appeals to adtally_office;
grant update (decision, answer, decided_at, proposal_id) on delivery.appeals to adtally_office;
grant insert (rule, version, proposal_id) on delivery.rule_withdrawals to adtally_office;
