-- A payout's recipient and amount never change, only its status, and which account is current.
grant usage on schema payouts to adtally_program;
grant select on payouts.payouts to adtally_worker, adtally_office;
grant select on payouts.accounts to adtally_office;
grant insert on payouts.accounts, payouts.payouts to adtally_office;
grant update (replaced_at) on payouts.accounts to adtally_office;
grant update (status, line_id, confirmed_at, return_line_id, return_reason, returned_at) on payouts.payouts
  to adtally_worker, adtally_office;
grant usage on sequence payouts.numbers to adtally_office;
-- What the office is to set; only functions write it, by partners' sessions.
grant select on payouts.account_changes to adtally_office;
grant select (account_id, payee_kind, payee_id, account_name, account_masked, created_at, replaced_at) on payouts.accounts
  to adtally_api;
grant select (payout_id, number, payee_id, account_id, amount_micros, status, sent_at, confirmed_at, returned_at, return_reason)
  on payouts.payouts to adtally_api;
grant select (
  change_id, payee_kind, payee_id, account_masked, asked_by, asked_at, settable_at, withdrawn_at, set_at
) on payouts.account_changes to adtally_api;
grant execute on function
  payouts.ask_account_change(text, uuid, bytea, text), payouts.withdraw_account_change(text, uuid)
  to adtally_api;
