-- Counts one result, once; a repeat changes nothing.
create or replace function standing.count_result(counted_plan_id uuid, counted_revision smallint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  result plans.results;
  found_cause text;
  before smallint;
begin
  perform platform.ask_read_committed();
  select * into result from plans.results where plan_id = counted_plan_id and revision = counted_revision;
  found_cause := standing.cause_of(result);
  if found_cause is null then
    return;
  end if;
  insert into standing.scores (customer_id, score) values (result.customer_id, 100) on conflict do nothing;
  select score into before from standing.scores where customer_id = result.customer_id for update;
  if exists (select from standing.credit_changes where plan_id = counted_plan_id and revision = counted_revision) then
    return;
  end if;
  insert into standing.credit_changes
    (customer_id, sequence, cause, plan_id, revision, score_before, score_after, occurred_at)
  select result.customer_id, coalesce(max(sequence), 0) + 1, found_cause, counted_plan_id, counted_revision, before,
    case found_cause when 'chargeback' then greatest(before - 5, 0) else least(before + 1, 100) end, result.created_at
  from standing.credit_changes where customer_id = result.customer_id;
  update standing.scores set score = (
    select score_after from standing.credit_changes
    where customer_id = result.customer_id order by sequence desc limit 1)
  where customer_id = result.customer_id;
end $$;
