-- A result states how a settlement or correction was divided, so the commit checks it even without postings.
create or replace function plans.ask_results() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if platform.acts_as_owner() then
    return null;
  end if;
  perform ledger.ask_causes(array_agg(kind), array_agg(id))
  from (
    select
      case when verdict_id is not null then 'verdict' when conversion_id is not null then 'conversion'
        when restoration_id is not null then 'restoration' else 'plan' end as kind,
      coalesce(verdict_id, conversion_id, restoration_id, plan_id) as id
    from new_results
  ) named;
  return null;
end $$;
