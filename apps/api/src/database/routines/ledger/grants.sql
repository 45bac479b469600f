-- Money only moves through the functions below (PRODUCT §3). Delivery has no rights here.
grant usage on schema ledger to adtally_program;

grant select on
  ledger.account_codes, ledger.posting_pairs, ledger.posting_causes, ledger.cause_kinds, ledger.plan_customers,
  ledger.accounts, ledger.transfers,
  ledger.flow_lines, ledger.flow_totals, ledger.month_sums, ledger.summed_until,
  ledger.requests, ledger.effects, ledger.line_effects
  to adtally_api, adtally_worker, adtally_office;

-- For money actions.
grant execute on function
  ledger.account_id(text, uuid, uuid),
  ledger.lock_accounts(uuid[], uuid[], text[], uuid[], uuid[], uuid[], uuid[], uuid[], uuid[], text[]),
  ledger.write_transfers(
    uuid[], uuid[], integer[], integer[], bigint[], uuid[], text[], text[], uuid[], text[], text[], text[], text[]
  )
  to adtally_api, adtally_worker, adtally_office;
grant execute on function ledger.record_requests(uuid[], text[], text[], bytea[], jsonb[], text[]) to adtally_api;
grant execute on function ledger.sum_ended_days() to adtally_worker;

-- For proving the books.
grant select on
  ledger.rebuilt_accounts, ledger.rebuilt_flow_lines, ledger.rebuilt_month_sums, ledger.publisher_changes,
  ledger.rebuilt_publisher_months, ledger.publisher_month_sums, ledger.differences_of_entries,
  ledger.differences
  to adtally_worker, adtally_office;
grant execute on function ledger.posted_here() to adtally_office;
grant execute on function ledger.uncaused() to adtally_worker, adtally_office;
grant execute on function ledger.untotalled_flow_types() to adtally_api, adtally_worker, adtally_office;

-- A publisher's statement.
grant execute on function
  ledger.publisher_money(uuid), ledger.publisher_entries(uuid, timestamptz, timestamptz, uuid, integer),
  ledger.publisher_months(uuid), ledger.publisher_balance(uuid, uuid)
  to adtally_api, adtally_office;

-- For reading the fund flow.
grant execute on function
  ledger.flow_page(uuid, text[], timestamptz, timestamptz, timestamptz, text, integer),
  ledger.flow_lines_of_subjects(
    uuid, text[], text[], timestamptz, timestamptz, timestamptz, text, integer
  ),
  ledger.flow_line_entries(uuid, text, timestamptz, uuid, integer),
  ledger.entry_of_customer(uuid, uuid),
  ledger.line_changes(uuid, timestamptz, timestamptz),
  ledger.type_sums_before(uuid, timestamptz)
  to adtally_api;

-- For a party's statement.
grant execute on function ledger.owner_days(uuid, text[], timestamptz) to adtally_api;
