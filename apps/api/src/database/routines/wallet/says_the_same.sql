-- Whether two brought statements are equal. Formats name account and statement differently, but both are the rail's
-- own account, so across formats the content decides.
create or replace function wallet.says_the_same(one wallet.brought_statements, other wallet.brought_statements)
returns boolean language sql immutable set search_path = '' as $$
  select one.rail = other.rail and one.content_hash = other.content_hash
    and (one.format <> other.format
      or (one.external_id, one.account) is not distinct from (other.external_id, other.account))
$$;
