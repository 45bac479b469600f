-- Numbers of those of these plans that a publisher has earned by. For that party, and for the program.
create or replace function plans.numbers_of_publisher(of_publisher uuid, of_plans uuid[])
returns table (plan_id uuid, number text) language sql stable security definer set search_path = '' as $$
  select plans.plan_id, plans.number
  from plans.plan_publishers join plans.plans using (plan_id)
  where plan_id = any (of_plans) and publisher_id = of_publisher
    and (platform.scope_is_system() or publisher_id = platform.scope_party_id())
$$;
