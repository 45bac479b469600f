create trigger announce after update of status, language on identity.customers
  for each row execute function identity.announce_customer();

create trigger announce after update of revoked_at, access on identity.sessions
  for each row execute function identity.announce_session();
create trigger announce_removal after delete on identity.sessions
  for each row execute function identity.announce_session();
