-- Stores the program's defaults as version 1 if there is none yet, so that later defaults don't change history. Any
-- process role may be the first to start.
create or replace function policies.keep_first(defaults jsonb, why text) returns void
  language sql security definer set search_path = '' as $$
  insert into policies.versions (version, values, effective_from, proposal_id, reason)
  values (1, defaults, to_timestamp(0), null, why)
  on conflict do nothing
$$;
