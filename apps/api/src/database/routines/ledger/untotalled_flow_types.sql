-- Flow types without lifetime sums: the most frequent ones, for which the wallet shows none.
create or replace function ledger.untotalled_flow_types() returns text[] language sql immutable parallel safe
return array['ad_serving', 'ad_billing', 'hold'];
