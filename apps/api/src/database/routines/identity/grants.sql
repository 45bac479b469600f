-- Nobody deletes a customer or changes who is verified; a ticket is used once, and an account keeps its host user.
grant usage on schema identity to adtally_program;
grant select on identity.persons, identity.customers to adtally_api, adtally_worker, adtally_office;

-- Only the login for customers' calls can read and write what customers sign in with.
grant select on identity.ticket_audience, identity.host_keys to adtally_api;
grant select, insert on identity.login_passwords, identity.transaction_passwords, identity.hybrid_accounts
  to adtally_api;
grant select, insert on identity.sessions to adtally_api;
-- Why all sessions ended, to tell whoever signs in next.
grant select (proposal_id, reason, ended_at) on identity.session_endings to adtally_api;
grant execute on function identity.remove_old_sessions(uuid), identity.close_own_account(uuid, uuid) to adtally_api;
grant select, insert, delete on identity.grants, identity.second_factors, identity.recovery_codes to adtally_api;
grant update (used_at) on identity.recovery_codes to adtally_api;
grant select, insert, delete on identity.devices to adtally_api;
grant update (last_used_at) on identity.devices to adtally_api;
grant select, insert, delete on identity.email_requests to adtally_api;
grant update (email, asked_at) on identity.email_requests to adtally_api;
grant select on identity.links to adtally_api;
grant update (used_at) on identity.links to adtally_api;
grant select, insert on identity.tries to adtally_api;
grant update (tries, ends_at) on identity.tries to adtally_api;
grant select, insert on identity.entry_tickets, identity.opening_tickets to adtally_api;
grant select on identity.licence_codes to adtally_api;
grant insert on identity.customers to adtally_api;
grant update (
  nickname, email, email_confirmed_at, phone_sealed, language, time_zone, transaction_password_changed_at, transaction_password_reset_at
) on identity.customers to adtally_api;
grant update (used_at, used_by) on identity.licence_codes to adtally_api;
grant update (password_sealed, attempts, locked_until, changed_at) on identity.transaction_passwords to adtally_api;
grant update (password_hash, changed_at) on identity.login_passwords to adtally_api;
grant update (last_used_at, expires_at, revoked_at, ended_because) on identity.sessions to adtally_api;
grant update (used_at) on identity.grants, identity.opening_tickets to adtally_api;
grant update (set_at, secret_sealed, begun_at, confirmed_at, last_step, attempts, locked_until, at_sign_in_since)
  on identity.second_factors to adtally_api;
grant select, insert, delete on identity.passkeys, identity.passkey_challenges to adtally_api;
grant update (sign_count, last_used_at) on identity.passkeys to adtally_api;

grant select, delete on identity.entry_tickets, identity.opening_tickets, identity.tries to adtally_worker;
grant select (expires_at), delete on identity.passkey_challenges to adtally_worker;
-- The worker sends requested links: it needs the address, and whether a password exists to be reset.
grant select on identity.email_requests to adtally_worker;
grant select (customer_id) on identity.login_passwords to adtally_worker;
grant select (link_hash, customer_id, kind, used_at, expires_at), insert, delete on identity.links to adtally_worker;

grant select on identity.licence_codes, identity.host_keys, identity.ticket_audience to adtally_office;
grant insert on identity.persons, identity.licence_codes, identity.host_keys to adtally_office;
grant update (expires_at) on identity.licence_codes to adtally_office;
grant update (revoked_at) on identity.host_keys to adtally_office;
grant update (status, email, email_confirmed_at, transaction_password_reset_at) on identity.customers to adtally_office;
grant select, delete on identity.email_requests to adtally_office;
grant select (customer_id) on identity.login_passwords to adtally_office;
grant select, insert on identity.links to adtally_office;
grant update (used_at) on identity.links to adtally_office;
-- Counts sessions, without their tokens.
grant select (customer_id, revoked_at, expires_at) on identity.sessions to adtally_office;
-- The only ways to end sessions: one customer's by one person, or by two with a second factor; everybody's by two.
grant execute on function
  identity.end_sessions(text, uuid, text, boolean), identity.end_sessions_with_factor(uuid), identity.end_all_sessions(uuid)
  to adtally_office;
-- To remove a second factor; not to read its secret or the passkeys.
grant select (customer_id), delete on identity.second_factors, identity.recovery_codes, identity.passkeys
  to adtally_office;
