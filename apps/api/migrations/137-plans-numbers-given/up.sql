-- A plan's number is taken before its row is written (`nextPlanNumbers`), in one place: a row without one is refused.
alter table plans.plans alter column number drop default;
