-- Flow types without a lifetime sum: the commonest, and none that the wallet shows one of.
create or replace function ledger.untotalled_flow_types() returns text[] language sql immutable parallel safe
return array['ad_serving', 'ad_billing', 'hold'];
