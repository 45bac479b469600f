-- Proofs are only added, at night or on demand; two people close a difference.
grant usage on schema reconciliation to adtally_program;
grant select on reconciliation.account_totals, reconciliation.bank_accounts, reconciliation.bank_effects,
  reconciliation.bank_line_differences, reconciliation.event_money, reconciliation.ledger_money,
  reconciliation.lease_differences, reconciliation.plan_differences, reconciliation.result_differences, reconciliation.settled_money,
  reconciliation.statement_differences,
  reconciliation.runs, reconciliation.items, reconciliation.sightings, reconciliation.closings
  to adtally_worker, adtally_office;
grant insert on reconciliation.runs, reconciliation.items, reconciliation.sightings
  to adtally_worker, adtally_office;
grant usage on sequence reconciliation.item_numbers to adtally_worker, adtally_office;
grant execute on function reconciliation.night_differences(date) to adtally_worker, adtally_office;
grant insert on reconciliation.closings to adtally_office;
