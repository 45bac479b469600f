-- Each version with the period in which it is in force, until the next one's beginning.
create or replace view policies.periods with (security_invoker = true) as
select version, values, effective_from, lead(effective_from, 1, 'infinity') over (order by version) as effective_until
from policies.versions;
