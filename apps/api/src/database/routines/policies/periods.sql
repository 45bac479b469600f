-- Each version with the time in which it is in force: from its beginning until the next one's.
create or replace view policies.periods with (security_invoker = true) as
select version, values, effective_from, lead(effective_from, 1, 'infinity') over (order by version) as effective_until
from policies.versions;
