-- For row-level security: the partner's party for which this transaction reads; null if none.
create or replace function platform.scope_party_id() returns uuid language sql stable parallel safe as $$
  select case when current_setting('adtally.scope', true) = 'partner'
    then nullif(current_setting('adtally.party_id', true), '')::uuid end
$$;
