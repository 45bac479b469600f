-- The version of a rule that was in force at a time, by which what happened then is judged; null where there was none.
create or replace function delivery.rule_version_at(of_rule text, at timestamptz) returns smallint language sql stable
set search_path = '' as $$
  select version from delivery.rules
  where rule = of_rule and in_force_from <= at
    and not exists (
      select from delivery.rule_withdrawals withdrawn
      where withdrawn.rule = rules.rule and withdrawn.version = rules.version)
  order by in_force_from desc limit 1
$$;
