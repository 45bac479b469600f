-- What the bank says is only ever added to; of what moves, the program may write what moves and nothing else.
grant usage on schema wallet to adtally_program;
grant select on wallet.bank_line_kinds, wallet.money_owed, wallet.withdrawal_differences,
  wallet.withdrawal_clock_differences, wallet.hold_clock_differences
  to adtally_program;
grant select, insert on wallet.csv_mappings, wallet.bank_statements, wallet.bank_lines, wallet.statements_with_lines,
  wallet.statement_matching, wallet.bank_positions, wallet.payment_stops, wallet.deposit_references, wallet.deposits,
  wallet.deposit_recalls, wallet.deposit_returns, wallet.beneficiaries, wallet.payout_files, wallet.withdrawals,
  wallet.withdrawal_pauses, wallet.holds, wallet.hold_documents, wallet.hold_appeals
  to adtally_program;
grant update (assigned_kind, assigned_id, assigned_at) on wallet.bank_lines to adtally_program;
grant update (next_sequence, done_at) on wallet.statement_matching to adtally_program;
grant update (sent_by_proposal, status, sent_at, confirmed_at, paid_line_id) on wallet.deposit_returns
  to adtally_program;
grant update (usable_from, replaced_at) on wallet.beneficiaries to adtally_program;
grant update (
  status, send_by, approved_at, sent_at, confirmed_at, ended_at, ended_reason, line_id, payout_micros, payout_file_id,
  return_line_id
) on wallet.withdrawals to adtally_program;
grant update (
  deadline, extended_by, released_at, released_by, clock_stopped_at, stopped_ms, review_count
) on wallet.holds to adtally_program;
grant update (file_id, provided_at) on wallet.hold_documents to adtally_program;
grant update (decision, answer, decided_by, decided_at) on wallet.hold_appeals to adtally_program;
grant usage on sequence wallet.return_numbers, wallet.withdrawal_numbers to adtally_program;
