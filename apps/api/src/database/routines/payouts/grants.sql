-- A payout's recipient and amount never change, only its status, and which account is current.
grant usage on schema payouts to adtally_program;
grant select on payouts.payouts to adtally_worker, adtally_office;
grant select on payouts.accounts to adtally_office;
grant insert on payouts.accounts, payouts.payouts to adtally_office;
grant update (replaced_at) on payouts.accounts to adtally_office;
grant update (status, line_id, confirmed_at, return_line_id, return_reason, returned_at) on payouts.payouts
  to adtally_worker, adtally_office;
grant usage on sequence payouts.numbers to adtally_office;
