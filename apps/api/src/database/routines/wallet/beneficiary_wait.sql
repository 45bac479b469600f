-- The policy's wait for a changed beneficiary (PRODUCT §7). When it has just changed, both figures count, because
-- processes notice a new policy slightly late.
create or replace view wallet.beneficiary_wait with (security_invoker = true) as
select min((values ->> 'beneficiary_wait_ms')::bigint) * interval '1 millisecond' as least_wait,
  max((values ->> 'beneficiary_wait_ms')::bigint) * interval '1 millisecond' as longest_wait
from policies.periods
where effective_from <= platform.now() + interval '1 second' and effective_until > platform.a_moment_ago();
