create trigger stay before update or delete or truncate on wallet.rails
  for each statement execute function platform.refuse_change();

create trigger approved before insert on wallet.csv_mappings
  for each row execute function operators.ask_approval('{csv-mapping.define}', 'csv_mapping', 'name');
alter table wallet.csv_mappings enable always trigger approved;
create trigger csv_mappings_final before update or delete or truncate on wallet.csv_mappings
  for each statement execute function platform.refuse_change();

create trigger brought_statements_guarded before update on wallet.brought_statements
  for each row execute function wallet.guard_brought();
create trigger brought_statements_kept before truncate on wallet.brought_statements
  for each statement execute function wallet.refuse_change();
create trigger brought_lines_kept before update or truncate on wallet.brought_lines
  for each statement execute function wallet.refuse_change();

create trigger stay before update or delete or truncate on wallet.connector_key
  for each statement execute function platform.refuse_change();
create trigger fetched_statements_final before update or delete or truncate on wallet.fetched_statements
  for each statement execute function platform.refuse_change();

create trigger bank_statements_guarded before update on wallet.bank_statements
  for each row execute function wallet.guard_statement();
create trigger bank_statements_kept before delete or truncate on wallet.bank_statements
  for each statement execute function wallet.refuse_change();

create trigger who_brought_it_approves_nothing before insert on operators.decisions
  for each row execute function wallet.guard_decision();
alter table operators.decisions enable always trigger who_brought_it_approves_nothing;
create trigger programs_own_are_lines before insert on operators.proposals
  for each row when (new.maker_id is null) execute function wallet.guard_program_proposal();
alter table operators.proposals enable always trigger programs_own_are_lines;

create trigger stay before update or delete or truncate on wallet.bank_line_kinds
  for each statement execute function platform.refuse_change();

create trigger bank_lines_kept before delete or truncate on wallet.bank_lines
  for each statement execute function wallet.refuse_change();
create trigger bank_lines_assigned_once before update on wallet.bank_lines
  for each row execute function wallet.assign_bank_line_once();

create constraint trigger bank_lines_booked after update on wallet.bank_lines
  deferrable initially deferred for each row when (new.assigned_kind is distinct from old.assigned_kind)
  execute function wallet.ask_booking();
alter table wallet.bank_lines enable always trigger bank_lines_booked;

create trigger references_made before insert on wallet.deposit_references
  for each row execute function wallet.make_reference();
alter table wallet.deposit_references enable always trigger references_made;

create constraint trigger deposits_assigned after insert on wallet.deposits
  deferrable initially deferred for each row execute function wallet.ask_line();
alter table wallet.deposits enable always trigger deposits_assigned;

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

create trigger deposit_returns_guarded before insert or update on wallet.deposit_returns
  for each row execute function wallet.guard_deposit_return();
alter table wallet.deposit_returns enable always trigger deposit_returns_guarded;
create trigger deposit_returns_kept before delete or truncate on wallet.deposit_returns
  for each statement execute function platform.refuse_change();

create trigger approved before insert on wallet.payout_files
  for each row execute function operators.ask_approval('{payout.send}', 'payout_file', 'payout_file_id');
alter table wallet.payout_files enable always trigger approved;
create constraint trigger payout_files_pay_what_they_say after insert on wallet.payout_files
  deferrable initially deferred for each row execute function wallet.ask_payments();
create trigger payout_files_final before update or delete or truncate on wallet.payout_files
  for each statement execute function platform.refuse_change();
create trigger payout_file_payments_guarded before insert or update on wallet.payout_file_payments
  for each row execute function wallet.guard_payment();
alter table wallet.payout_file_payments enable always trigger payout_file_payments_guarded;
create trigger payout_file_payments_kept before delete or truncate on wallet.payout_file_payments
  for each statement execute function platform.refuse_change();
create trigger payout_file_takings_final before update or delete or truncate on wallet.payout_file_takings
  for each statement execute function platform.refuse_change();
create trigger payout_file_rejections_final before update or delete or truncate on wallet.payout_file_rejections
  for each statement execute function platform.refuse_change();
create constraint trigger payout_files_sent after insert on wallet.payout_file_ends
  deferrable initially deferred for each row when (new.ended_as = 'handed_over')
  execute function wallet.ask_sent();
create trigger payout_file_ends_final before update or delete or truncate on wallet.payout_file_ends
  for each statement execute function platform.refuse_change();

create trigger withdrawals_begun before insert on wallet.withdrawals
  for each row execute function wallet.begin_withdrawal();
create trigger waits_asked after insert on wallet.withdrawals
  referencing new table as asked for each statement execute function wallet.ask_wait();
create constraint trigger withdrawals_held after insert on wallet.withdrawals
  deferrable initially deferred for each row when (new.status = 'held') execute function wallet.ask_wait_hold();
alter table wallet.withdrawals enable always trigger waits_asked, enable always trigger withdrawals_held;
create trigger withdrawals_guarded before update on wallet.withdrawals
  for each row execute function wallet.guard_withdrawal();

create trigger holds_guarded before insert or update on wallet.holds
  for each row execute function wallet.guard_hold();

create trigger withdrawal_pauses_final before update or delete or truncate on wallet.withdrawal_pauses
  for each statement execute function platform.refuse_change();

create trigger hold_documents_given_once before update on wallet.hold_documents
  for each row execute function wallet.provide_document_once();

create trigger hold_appeals_decided_once before update on wallet.hold_appeals
  for each row execute function wallet.decide_appeal_once();

create trigger holds_acts_guarded before insert or update on wallet.holds
  for each row execute function wallet.guard_hold_acts();
create constraint trigger waits_ended after update on wallet.holds
  deferrable initially deferred for each row
  when (new.reason = 'new_beneficiary' and old.released_at is null and new.released_at is not null)
  execute function wallet.ask_end_of_wait();
alter table wallet.holds enable always trigger waits_ended;

create trigger bank_positions_guarded before insert on wallet.bank_positions
  for each row execute function wallet.guard_position();

create trigger wait_guarded before insert or update on wallet.beneficiaries
  for each row execute function wallet.guard_beneficiary();
alter table wallet.beneficiaries enable always trigger wait_guarded;
