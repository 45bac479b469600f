-- Who is paid what, and where, never changes: only how far a payout has come, and which account is in force.
grant usage on schema payouts to adtally_program;
grant select, insert on payouts.accounts, payouts.payouts to adtally_program;
grant update (replaced_at) on payouts.accounts to adtally_program;
grant update (status, line_id, confirmed_at, return_line_id, return_reason, returned_at) on payouts.payouts
  to adtally_program;
grant usage on sequence payouts.numbers to adtally_program;
