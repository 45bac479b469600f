-- Customers see what is theirs; bank statements and payment orders are for staff.
create policy staff on wallet.csv_mappings using ((select platform.scope_is_system()));
create policy program on wallet.connector_key using ((select platform.scope_is_system()));
create policy staff on wallet.bank_feeds using ((select platform.scope_is_system()));
create policy staff on wallet.fetched_statements using ((select platform.scope_is_system()));
create policy staff on wallet.brought_statements using ((select platform.scope_is_system()));
create policy staff on wallet.brought_lines using ((select platform.scope_is_system()));
create policy staff on wallet.bank_statements using (platform.scope_is_system());
-- Customers see whether the statement of their line was fetched.
create policy party on wallet.bank_statements using (
  exists (select from wallet.bank_lines line where line.statement_id = bank_statements.statement_id));
-- The scalar subquery is evaluated once per statement, not for each of 200,000 lines.
create policy staff_or_party on wallet.bank_lines using (
  (select platform.scope_is_system())
  or exists (select from wallet.withdrawals w where w.line_id = bank_lines.line_id)
  or exists (select from wallet.deposits d where d.line_id = bank_lines.line_id)
);
-- Customers also see the line by which their withdrawal came back.
create policy returned_to_party on wallet.bank_lines using (
  exists (select from wallet.withdrawals w where w.return_line_id = bank_lines.line_id));
-- Customers also see the line that recalled their deposit.
create policy recalled_from_party on wallet.bank_lines using (
  exists (select from wallet.deposit_recalls r where r.line_id = bank_lines.line_id));
-- An advertiser's people see the lines by which it paid in.
create policy escrow_of_party on wallet.bank_lines for select to adtally_api using (
  (select platform.scope_party_id()) is not null
  and (select t.line_id from marketplace.escrow_top_ups t where t.line_id = bank_lines.line_id) is not null);
create policy staff on wallet.statement_matching using ((select platform.scope_is_system()));
create policy staff on wallet.bank_positions using (platform.scope_is_system());
create policy staff on wallet.payment_stops using ((select platform.scope_is_system()));
create policy owner on wallet.deposit_references
  using (platform.scope_is_system() or customer_id = platform.scope_customer_id());
create policy owner on wallet.deposits using (platform.scope_is_system() or customer_id = platform.scope_customer_id());
create policy owner on wallet.deposit_recalls
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy staff on wallet.deposit_returns using ((select platform.scope_is_system()));
create policy owner on wallet.beneficiaries
  using (platform.scope_is_system() or customer_id = platform.scope_customer_id());
create policy staff on wallet.payout_files using ((select platform.scope_is_system()));
create policy staff on wallet.payout_file_takings using ((select platform.scope_is_system()));
create policy staff on wallet.payout_file_rejections using ((select platform.scope_is_system()));
create policy staff on wallet.payout_file_ends using ((select platform.scope_is_system()));
-- Customers see that their withdrawal is in an order and can't be cancelled.
create policy staff_or_party on wallet.payout_file_payments using (
  (select platform.scope_is_system())
  or exists (select from wallet.withdrawals w where w.withdrawal_id = payout_file_payments.withdrawal_id)
);
create policy owner on wallet.withdrawals
  using (platform.scope_is_system() or customer_id = platform.scope_customer_id());
create policy staff on wallet.withdrawal_pauses using ((select platform.scope_is_system()));
create policy owner on wallet.holds using (platform.scope_is_system() or customer_id = platform.scope_customer_id());
create policy owner on wallet.hold_documents
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on wallet.hold_appeals
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- Applies to the owner as well, and so to every function that runs as the owner.
alter table wallet.csv_mappings force row level security;
alter table wallet.connector_key force row level security;
alter table wallet.bank_feeds force row level security;
alter table wallet.fetched_statements force row level security;
alter table wallet.brought_statements force row level security;
alter table wallet.brought_lines force row level security;
alter table wallet.bank_statements force row level security;
alter table wallet.bank_lines force row level security;
alter table wallet.statement_matching force row level security;
alter table wallet.bank_positions force row level security;
alter table wallet.deposit_references force row level security;
alter table wallet.deposits force row level security;
alter table wallet.deposit_recalls force row level security;
alter table wallet.deposit_returns force row level security;
alter table wallet.beneficiaries force row level security;
alter table wallet.payout_files force row level security;
alter table wallet.payout_file_takings force row level security;
alter table wallet.payout_file_rejections force row level security;
alter table wallet.payout_file_ends force row level security;
alter table wallet.payout_file_payments force row level security;
alter table wallet.withdrawals force row level security;
alter table wallet.withdrawal_pauses force row level security;
alter table wallet.holds force row level security;
alter table wallet.hold_documents force row level security;
alter table wallet.hold_appeals force row level security;
