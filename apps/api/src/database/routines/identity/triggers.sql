create trigger announce after update of status, language on identity.customers
  for each row execute function identity.announce_customer();

-- `identity.end_all_sessions` notifies once for all sessions.
create trigger announce after update of revoked_at, access on identity.sessions
  for each row when (new.ended_because is distinct from 'all_ended') execute function identity.announce_session();
create trigger announce_removal after delete on identity.sessions
  for each row execute function identity.announce_session();

create trigger status_guarded before update of status on identity.customers
  for each row execute function identity.guard_status();

create trigger email_guarded before update of email, email_confirmed_at on identity.customers
  for each row execute function identity.guard_email();
alter table identity.customers enable always trigger email_guarded;
create trigger link_guarded before insert on identity.links
  for each row execute function identity.guard_link();
alter table identity.links enable always trigger link_guarded;

create trigger approved before insert on identity.host_keys
  for each row execute function operators.ask_approval('{host_key.add}', 'hybrid_host', 'host_id', 'key_id');
alter table identity.host_keys enable always trigger approved;

create trigger removal_guarded before delete on identity.second_factors
  for each row execute function identity.guard_second_factor();
create trigger removal_guarded before delete on identity.recovery_codes
  for each row execute function identity.guard_second_factor();
create trigger removal_guarded before delete on identity.passkeys
  for each row execute function identity.guard_second_factor();
alter table identity.second_factors enable always trigger removal_guarded;
alter table identity.recovery_codes enable always trigger removal_guarded;
alter table identity.passkeys enable always trigger removal_guarded;

create trigger locks_guarded before insert or update on identity.transaction_passwords
  for each row execute function identity.guard_lock();
create trigger locks_guarded before insert or update on identity.second_factors
  for each row execute function identity.guard_lock();
alter table identity.transaction_passwords enable always trigger locks_guarded;
alter table identity.second_factors enable always trigger locks_guarded;

create trigger session_guarded before update on identity.sessions
  for each row execute function identity.guard_session();
alter table identity.sessions enable always trigger session_guarded;
create trigger reset_guarded before update of transaction_password_reset_at on identity.customers
  for each row execute function identity.guard_reset();
alter table identity.customers enable always trigger reset_guarded;

create trigger begins_now before insert on identity.sessions
  for each row execute function identity.guard_new_session();
alter table identity.sessions enable always trigger begins_now;

create trigger version_in_force after insert on identity.licence_codes
  referencing new table as new_rows for each statement execute function policies.check_named_version();
alter table identity.licence_codes enable always trigger version_in_force;
