-- Whether any figure changes to a customer's disadvantage.
create or replace function policies.is_worse(before jsonb, after jsonb) returns boolean language sql stable
set search_path = '' as $$
  select exists (
    select from policies.bounds
    where (disadvantage in ('up', 'any') and (after ->> name)::bigint > (before ->> name)::bigint)
      or (disadvantage in ('down', 'any') and (after ->> name)::bigint < (before ->> name)::bigint))
$$;
