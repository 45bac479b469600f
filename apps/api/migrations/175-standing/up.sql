-- Level and credit score (PRODUCT §12). Neither can be typed: the level is a sum over results, asked for each time, and
-- a change of the score is written by the function below from the result that is its cause.
create schema standing;
grant usage on schema standing to adtally_program;

-- The row that is locked while a customer's score changes.
create table standing.scores (
  customer_id uuid primary key references identity.customers,
  score smallint not null check (score between 0 and 100)
);

-- Every result that bears on a score, also where the score stood at its end already and did not move (points 0).
create table standing.credit_changes (
  change_id uuid primary key default uuidv7(),
  customer_id uuid not null references standing.scores,
  sequence integer not null check (sequence > 0),
  cause text not null check (cause in ('chargeback', 'clean_plan')),
  plan_id uuid not null,
  revision smallint not null,
  score_before smallint not null check (score_before between 0 and 100),
  score_after smallint not null check (score_after between 0 and 100),
  points smallint not null generated always as (score_after - score_before) stored,
  occurred_at timestamptz not null,
  unique (customer_id, sequence),
  unique (plan_id, revision),
  foreign key (plan_id, revision) references plans.results,
  check (score_after = case cause when 'chargeback' then greatest(score_before - 5, 0) else least(score_before + 1, 100) end)
);
create index credit_changes_shown on standing.credit_changes (customer_id, sequence desc) where points <> 0;

-- What a result of a settled plan is to its customer's score; null: nothing. A plan is clean that was delivered and
-- settled; events found invalid after settlement charge back.
create function standing.cause_of(result plans.results) returns text language sql immutable set search_path = '' as $$
  select case
    when result.cause = 'invalid' then 'chargeback'
    when result.cause = 'settlement' and result.spend_micros > 0 then 'clean_plan'
  end
$$;

-- Counts one result, once; again changes nothing.
create function standing.count_result(counted_plan_id uuid, counted_revision smallint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  result plans.results;
  found_cause text;
  before smallint;
begin
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

-- Tells of each result that counts, in order for each customer, so that settling waits for nobody's score.
create function standing.announce_results() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.publish('standing.result', result.customer_id::text,
    jsonb_build_object('plan_id', result.plan_id, 'revision', result.revision))
  from new_results as result where result.cause <> 'owed';
  return null;
end $$;
create trigger results_counted after insert on plans.results
  referencing new table as new_results for each statement execute function standing.announce_results();
alter table plans.results enable always trigger results_counted;

create trigger stay before update or delete or truncate on standing.credit_changes
  for each statement execute function platform.refuse_change();
alter table standing.credit_changes enable always trigger stay;

alter table standing.scores enable row level security;
alter table standing.credit_changes enable row level security;
create policy owner on standing.scores to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on standing.credit_changes to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
revoke all on all functions in schema standing from public;
grant select on all tables in schema standing to adtally_program;
grant execute on function standing.count_result(uuid, smallint) to adtally_program;

-- What has settled so far.
do $$
declare
  result record;
begin
  for result in select plan_id, revision from plans.results order by created_at, plan_id, revision loop
    perform standing.count_result(result.plan_id, result.revision);
  end loop;
end $$;

-- Nobody can type either any more.
alter table identity.customers drop column level, drop column credit_score;
