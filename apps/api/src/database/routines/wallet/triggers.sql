create trigger csv_mappings_final before update or delete or truncate on wallet.csv_mappings
  for each statement execute function platform.refuse_change();

create trigger bank_statements_immutable before update or delete on wallet.bank_statements
  for each row execute function wallet.refuse_change();
create trigger bank_statements_kept before truncate on wallet.bank_statements
  for each statement execute function wallet.refuse_change();

create trigger stay before update or delete or truncate on wallet.bank_line_kinds
  for each statement execute function platform.refuse_change();

create trigger bank_lines_kept before delete or truncate on wallet.bank_lines
  for each statement execute function wallet.refuse_change();
create trigger bank_lines_assigned_once before update on wallet.bank_lines
  for each row execute function wallet.assign_bank_line_once();
create trigger bank_lines_have_a_statement after insert on wallet.bank_lines
  referencing new table as added for each statement execute function wallet.note_statements_of_lines();

create trigger statements_with_lines_final before update or delete or truncate on wallet.statements_with_lines
  for each statement execute function platform.refuse_change();

create trigger statement_matching_kept before delete or truncate on wallet.statement_matching
  for each statement execute function platform.refuse_change();

create trigger bank_positions_with_transit before insert on wallet.bank_positions
  for each row execute function wallet.add_in_transit();
create trigger bank_positions_noted after insert on wallet.bank_positions
  for each row execute function wallet.note_payment_stop();

create trigger stay before update or delete or truncate on wallet.payment_stops
  for each statement execute function platform.refuse_change();

create trigger deposit_recalls_guarded before insert on wallet.deposit_recalls
  for each row execute function wallet.guard_deposit_recall();
create trigger deposit_recalls_final before update or delete or truncate on wallet.deposit_recalls
  for each statement execute function platform.refuse_change();

create trigger deposit_returns_guarded before update on wallet.deposit_returns
  for each row execute function wallet.guard_deposit_return();
create trigger deposit_returns_kept before delete or truncate on wallet.deposit_returns
  for each statement execute function platform.refuse_change();

create trigger payout_files_final before update or delete or truncate on wallet.payout_files
  for each statement execute function platform.refuse_change();

create trigger withdrawals_guarded before update on wallet.withdrawals
  for each row execute function wallet.guard_withdrawal();

create trigger withdrawal_pauses_final before update or delete or truncate on wallet.withdrawal_pauses
  for each statement execute function platform.refuse_change();

create trigger hold_documents_given_once before update on wallet.hold_documents
  for each row execute function wallet.provide_document_once();

create trigger hold_appeals_decided_once before update on wallet.hold_appeals
  for each row execute function wallet.decide_appeal_once();
