-- Level and credit score (PRODUCT §12). Neither can be typed: the level is a sum over results, asked for each time, and
-- a change of the score is written by standing.count_result from the result that is its cause.
create schema standing;

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
  check (score_after = case cause
    when 'chargeback' then greatest(score_before - 5, 0) else least(score_before + 1, 100) end)
);
create index credit_changes_shown on standing.credit_changes (customer_id, sequence desc) where points <> 0;
