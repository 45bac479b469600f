-- Whether the worker's reason for a plan's change is true: its deadline has passed, its reserve covers no more
-- conversions, its rest buys nothing. Does not check closed products, disabled accounts and reviews, because these
-- are reported by messages and may have changed again. A process's clock may be a minute ahead.
create or replace function plans.has_cause(
  trigger text, of_plan uuid, since timestamptz, ends_at timestamptz, limits jsonb, window_ms bigint, reserve uuid,
  payout_micros bigint, parts uuid[]
) returns boolean language plpgsql stable set search_path = '' as $$
declare
  latest constant timestamptz := platform.now() + interval '1 minute';
begin
  case trigger
    when 'ended' then return ends_at <= latest;
    when 'review_overdue' then
      return least(since + (limits ->> 'review_limit_ms')::bigint * interval '1 millisecond', ends_at) <= latest;
    when 'no_delivery' then
      return least(since + (limits ->> 'no_delivery_limit_ms')::bigint * interval '1 millisecond', ends_at) <= latest;
    -- The life of a delivery token.
    when 'tokens_expired' then return since + interval '1 hour' <= latest;
    when 'settlement' then
      return (
        select max(changed_at) from plans.status_changes where plan_id = of_plan and status = 'putFinished'
      ) + least(
        interval '1 hour' + window_ms * interval '1 millisecond',
        (limits ->> 'settlement_limit_ms')::bigint * interval '1 millisecond') <= latest;
    when 'cap_reached' then
      return not exists (
        select from ledger.accounts where id = reserve and credits_posted_micros - debits_posted_micros >= payout_micros);
    when 'spent' then
      return (
        select coalesce(sum(credits_posted_micros - debits_posted_micros), 0) from ledger.accounts where id = any (parts)
      ) < coalesce((
        select min(case price_model when 'CPM' then price_micros / 1000 else price_micros end)
        from marketplace.placements where is_open), 1);
    else return true;
  end case;
end $$;
