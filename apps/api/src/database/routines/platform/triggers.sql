create trigger environment_is_final before insert or update or delete or truncate on platform.environment
  for each statement execute function platform.refuse_change();

create trigger clock_advances_are_final before update or delete or truncate on platform.clock_advances
  for each statement execute function platform.refuse_change();
