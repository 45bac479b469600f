-- Nobody removes a customer or changes who is verified; a ticket is used once, and an account stays its host user's.
grant usage on schema identity to adtally_program;
grant select on identity.ticket_audience to adtally_program;
grant select, insert on identity.persons, identity.customers, identity.licence_codes, identity.login_passwords,
  identity.transaction_passwords, identity.host_keys, identity.hybrid_accounts
  to adtally_program;
grant select, insert, delete on identity.sessions, identity.grants, identity.entry_tickets, identity.opening_tickets,
  identity.second_factors, identity.recovery_codes
  to adtally_program;
grant update (
  nickname, email, phone_sealed, status, language, time_zone, transaction_password_changed_at,
  transaction_password_reset_at
) on identity.customers to adtally_program;
grant update (expires_at, used_at, used_by) on identity.licence_codes to adtally_program;
grant update (password_hash, changed_at) on identity.login_passwords to adtally_program;
grant update (password_hash, attempts, locked_until, changed_at) on identity.transaction_passwords to adtally_program;
grant update (last_used_at, expires_at, revoked_at) on identity.sessions to adtally_program;
grant update (used_at) on identity.grants to adtally_program;
grant update (revoked_at) on identity.host_keys to adtally_program;
grant update (used_at) on identity.opening_tickets to adtally_program;
grant update (secret_sealed, begun_at, confirmed_at, last_step, attempts, locked_until) on identity.second_factors
  to adtally_program;
