create trigger versions_are_final before update or truncate on contracts.versions
  for each statement execute function platform.refuse_change();

create trigger signatures_are_final before update or delete or truncate on contracts.signatures
  for each statement execute function platform.refuse_change();
