-- What the list shows of ad serving is what the customer paid or got back: a coupon's or the promotion's part of a plan,
-- which comes from and goes to the platform within the line, left the change in the total with a sign and a size of its
-- own. Of the other types the lifetime sums are kept, which stay what they are.
alter table ledger.flow_lines alter column amount_micros set expression as (
  coalesce(
    case when type = 'ad_serving' then
      coalesce(nullif(available_micros, 0), nullif(startup_micros, 0), nullif(discount_micros, 0))
    end,
    nullif(
      available_micros + pending_spend_micros + to_be_settled_micros + on_hold_micros + discount_micros
        + startup_micros, 0
    ),
    nullif(available_micros, 0), nullif(startup_micros, 0), nullif(discount_micros, 0),
    nullif(pending_spend_micros, 0), nullif(on_hold_micros, 0), to_be_settled_micros
  )
);
