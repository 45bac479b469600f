-- Bank data is only added; each login may only write what it moves.
grant usage on schema wallet to adtally_program;
grant select on wallet.rails, wallet.bank_line_kinds, wallet.bank_lines, wallet.bank_positions, wallet.money_owed,
  wallet.payment_stops, wallet.deposit_references, wallet.deposits, wallet.deposit_recalls, wallet.beneficiaries,
  wallet.withdrawals, wallet.withdrawal_pauses, wallet.holds, wallet.hold_documents, wallet.hold_appeals
  to adtally_api, adtally_worker, adtally_office;
grant select on wallet.withdrawal_differences, wallet.withdrawal_clock_differences, wallet.hold_clock_differences,
  wallet.bank_statements, wallet.statement_matching, wallet.deposit_returns, wallet.contradicted_statements
  to adtally_worker, adtally_office;
grant execute on function wallet.is_contradicted(uuid) to adtally_api, adtally_worker, adtally_office;
grant select on wallet.csv_mappings, wallet.payout_file_takings, wallet.payout_file_ends to adtally_office;
grant select on wallet.payout_file_payments to adtally_api, adtally_office;
-- A payment order's content is only read by taking it out.
grant select (
  payout_file_id, message_id, format, file_hash, payment_count, total_micros, proposal_id, created_at
) on wallet.payout_files to adtally_office;
grant execute on function
  wallet.take_payout_file(text, uuid),
  wallet.hand_over_payout_file(text, uuid),
  wallet.discard_payout_file(uuid)
  to adtally_office;

-- Customers see whether and when the statement of their line was fetched.
grant select (statement_id, origin, confirmed_at) on wallet.bank_statements to adtally_api;

-- Customers request and cancel, bind accounts, provide documents and appeal.
grant insert on wallet.deposit_references, wallet.beneficiaries, wallet.withdrawals, wallet.holds,
  wallet.withdrawal_pauses, wallet.hold_appeals
  to adtally_api;
grant usage on sequence wallet.withdrawal_numbers to adtally_api;
grant update (replaced_at) on wallet.beneficiaries to adtally_api;
grant update (status, ended_at, ended_reason) on wallet.withdrawals to adtally_api;
grant update (deadline, released_at, released_by, clock_stopped_at, stopped_ms) on wallet.holds to adtally_api;
grant update (file_id, provided_at) on wallet.hold_documents to adtally_api;
grant execute on function wallet.held_ms_of_year(uuid, timestamptz, uuid) to adtally_api, adtally_office;

-- The worker matches imported lines, and releases holds whose time is over.
grant insert on wallet.deposits, wallet.deposit_returns, wallet.bank_positions, wallet.withdrawal_pauses
  to adtally_worker;
grant usage on sequence wallet.return_numbers to adtally_worker;
grant update (assigned_kind, assigned_id, assigned_at) on wallet.bank_lines to adtally_worker;
grant update (next_sequence, done_at) on wallet.statement_matching to adtally_worker;
grant update (status, confirmed_at, paid_line_id) on wallet.deposit_returns to adtally_worker;
grant update (usable_from) on wallet.beneficiaries to adtally_worker;
grant update (status, send_by, confirmed_at, ended_at, ended_reason, line_id, return_line_id)
  on wallet.withdrawals to adtally_worker;
grant update (released_at, released_by) on wallet.holds to adtally_worker;

-- The worker fetches statements and sends payment orders, through functions that also check its credential.
grant select on wallet.bank_feeds, wallet.fetched_statements, wallet.brought_statements, wallet.brought_lines,
  wallet.payout_file_rejections
  to adtally_worker, adtally_office;
grant insert, update (mark, answered_at, failing_since, failure) on wallet.bank_feeds to adtally_worker;
grant insert on wallet.statement_matching to adtally_worker;
grant select on wallet.payout_file_payments to adtally_worker;
grant select (
  payout_file_id, message_id, format, file_hash, payment_count, total_micros, proposal_id, created_at
) on wallet.payout_files to adtally_worker;
grant select on wallet.payout_file_takings, wallet.payout_file_ends to adtally_worker;
grant update (sent_at, payout_micros) on wallet.withdrawals to adtally_worker;
grant execute on function
  wallet.lock_statements(text),
  wallet.begin_fetched_statement(text, uuid, text, text, bytea, text, text, bigint),
  wallet.bring_lines(uuid, integer, text[], timestamptz[], bigint[], text[], text[], text[], boolean[]),
  wallet.end_statement(uuid, bigint),
  wallet.keep_fetched_statement(text, text, text, bytea, uuid, text, text),
  wallet.book_fetched_statement(text, text),
  wallet.take_payout_file_for_bank(text, uuid),
  wallet.payout_file_to_send(text, uuid),
  wallet.hand_over_sent_file(text, uuid),
  wallet.reject_payout_file(text, uuid, text)
  to adtally_worker;
grant execute on function wallet.fetched_differences(uuid, integer), wallet.differing_fields(jsonb, jsonb),
  wallet.line_fields(timestamptz, bigint, text, text, text)
  to adtally_office;

-- Staff bring statements, only through functions and in their session's name; approve, send, hold and decide.
grant execute on function
  wallet.lock_statements(text),
  wallet.begin_statement(text, uuid, text, text, bytea, integer, text, text, uuid, bigint),
  wallet.bring_lines(uuid, integer, text[], timestamptz[], bigint[], text[], text[], text[], boolean[]),
  wallet.end_statement(uuid, bigint),
  wallet.says_the_same(wallet.brought_statements, wallet.brought_statements),
  wallet.brought_differences(uuid, integer),
  wallet.book_agreed_statement(text),
  wallet.take_back_statement(text, uuid),
  wallet.bringers_of_line(uuid),
  wallet.lines_in_use(uuid),
  wallet.withdraw_statement(uuid)
  to adtally_office;
grant insert on wallet.csv_mappings, wallet.statement_matching, wallet.bank_positions, wallet.deposits,
  wallet.deposit_recalls, wallet.deposit_returns, wallet.payout_files, wallet.payout_file_payments, wallet.withdrawal_pauses, wallet.holds,
  wallet.hold_documents
  to adtally_office;
grant usage on sequence wallet.return_numbers to adtally_office;
grant update (assigned_kind, assigned_id, assigned_at) on wallet.bank_lines to adtally_office;
grant update (sent_by_proposal, status, sent_at, confirmed_at, paid_line_id) on wallet.deposit_returns
  to adtally_office;
grant update (
  status, send_by, approved_at, sent_at, confirmed_at, ended_at, ended_reason, line_id, payout_micros, return_line_id
) on wallet.withdrawals to adtally_office;
grant update (
  deadline, extended_by, released_at, released_by, review_count
) on wallet.holds to adtally_office;
grant update (decision, answer, decided_by, decided_at) on wallet.hold_appeals to adtally_office;
