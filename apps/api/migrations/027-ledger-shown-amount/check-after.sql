select 'lifetime sum of ' || total.type || ' of customer ' || total.customer_id || ' is not that of its lines'
from ledger.flow_totals total
where total.amount_micros <> (
  select sum(line.amount_micros) from ledger.flow_lines line
  where line.customer_id = total.customer_id and line.type = total.type
);
