grant usage on schema operators to adtally_program;
grant select, insert on operators.staff, operators.proposals, operators.decisions to adtally_program;
-- Of a member of staff everything but who it is and what it may do.
grant update (
  password_hash, activation_hashes, totp_secret, totp_last_step, failures, locked_until, disabled_at
) on operators.staff to adtally_program;
grant execute on function operators.lock_staff() to adtally_program;
