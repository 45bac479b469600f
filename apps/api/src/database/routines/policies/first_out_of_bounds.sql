-- The first figure that is out of bounds, not a whole number, missing or unknown; null if none is.
create or replace function policies.first_out_of_bounds(version_values jsonb) returns text language sql stable
set search_path = '' as $$
  select coalesce(bound.name, figure.key)
  from policies.bounds as bound
  full join jsonb_each_text(version_values) as figure on figure.key = bound.name
  where bound.name is null or figure.value is null or figure.value !~ '^\d{1,18}$'
    or figure.value::bigint not between bound.minimum and bound.maximum
  limit 1
$$;
