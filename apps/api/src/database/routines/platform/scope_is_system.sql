-- For row-level security: whether this transaction reads for the program itself. Unset means for nobody.
create or replace function platform.scope_is_system() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('adtally.scope', true), '') = 'system'
$$;
