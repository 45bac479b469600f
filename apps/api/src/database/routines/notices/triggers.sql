create trigger announce after insert on notices.messages
  for each statement execute function notices.announce_message();
create trigger bound_tries before insert or update of tries_until on notices.messages
  for each row execute function notices.bound_tries();
create trigger announce_again after update of tries_until on notices.messages
  for each statement execute function notices.announce_message();

create trigger stay before delete or truncate on notices.secrets
  for each statement execute function platform.refuse_change();
