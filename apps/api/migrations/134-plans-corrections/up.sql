-- Which verdict a correction follows from, so that its customer is shown the events, their rule and version; and which
-- correction something could not be collected for.
alter table plans.results add column verdict_id uuid check (verdict_id is null or cause = 'invalid');
alter table plans.receivables add column revision smallint check (revision > 1);
create index receivables_by_plan on plans.receivables (plan_id);
create index results_corrected on plans.results (created_at) where cause = 'invalid';
