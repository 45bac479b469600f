-- Whether a customer's call restarts a hold's clock, with its last document given: the deadline moves by as long as the
-- clock stood still, and not past what other holds left of the year's ten days, which may end the hold now (PRODUCT
-- §2.4). A second's difference is rounding.
create or replace function wallet.is_restarted(before wallet.holds, after wallet.holds) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  stood constant interval := (after.stopped_ms - before.stopped_ms) * interval '1 millisecond';
  restarted_at constant timestamptz := before.clock_stopped_at + stood;
  left_of_year interval;
  deadline timestamptz;
begin
  if before.clock_stopped_at is null or after.clock_stopped_at is not null or stood < interval '0 seconds'
    or (after.extended_by, after.review_count) is distinct from (before.extended_by, before.review_count)
    or not platform.acts_as('api')
    or restarted_at not between platform.a_moment_ago() and platform.now() + interval '1 minute'
    or exists (select from wallet.hold_documents where hold_id = before.hold_id and provided_at is null) then
    return false;
  end if;
  left_of_year := interval '240 hours'
    - wallet.held_ms_of_year(before.customer_id, restarted_at, before.hold_id) * interval '1 millisecond';
  deadline := greatest(restarted_at, least(
    before.deadline + stood,
    before.created_at + after.stopped_ms * interval '1 millisecond' + left_of_year));
  return after.deadline between deadline - interval '1 second' and deadline + interval '1 second';
end
$$;
