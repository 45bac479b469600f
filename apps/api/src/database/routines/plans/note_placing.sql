-- A plan is placed as waitPut, or at the same moment as matching if it has an approved creative. Refuses other first
-- statuses, times that are not now, and terms that are not the product's or the policy's, even from SQL.
create or replace function plans.note_placing() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  earliest constant timestamptz := platform.a_moment_ago();
  latest constant timestamptz := platform.now() + interval '1 minute';
begin
  if exists (
    select from new_rows
    where (status, status_trigger, matched_at_once)
        not in (('waitPut', 'placed', false), ('matching', 'creative_approved', true))
      or status_detail is not null or paused or status_at <> created_at
  ) then
    raise exception 'a plan begins as waitPut' using errcode = 'check_violation';
  end if;
  if not platform.acts_as_owner() then
    if exists (
      select from new_rows plan
      left join marketplace.products product on product.product_id = plan.product_id
      left join policies.versions on versions.version = plan.policy_version
      where product.product_id is null or versions.version is null
        or (plan.advertiser_id, plan.payout_micros, plan.conversion_window_ms)
          is distinct from (product.advertiser_id, product.payout_micros, product.conversion_window_ms)
        or plan.amount_micros not between product.amount_min_micros and product.amount_max_micros
        or plan.platform_fee_percent is distinct from (versions.values ->> 'platform_fee_percent')::bigint
        or plan.conversion_cap > greatest(1, plan.amount_micros::numeric
          * (versions.values ->> 'conversion_cap_percent')::numeric / 100 / plan.payout_micros)
        or plan.created_at not between earliest and latest
        or plan.ends_at > plan.created_at
          + (versions.values ->> 'plan_duration_max_ms')::bigint * interval '1 millisecond'
    ) then
      raise exception 'a plan is placed now, on its product''s terms and the policy''s' using errcode = 'check_violation';
    end if;
    -- The commit asks for the money of each. The program has written it before, so that nothing is asked twice.
    perform ledger.ask_causes(array_agg('plan'::text), array_agg(plan_id)) from new_rows having count(*) > 0;
  end if;
  -- Names the customers whose cached answers to drop; nobody if they are too many for a notification.
  perform pg_notify('plans_changed', (
    select case when count(distinct customer_id) <= 200 then string_agg(distinct customer_id::text, ',') else '' end
    from new_rows));
  return null;
end $$;
