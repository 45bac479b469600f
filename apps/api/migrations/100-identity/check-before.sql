do $$
begin
  if to_regprocedure('platform.now()') is null or to_regprocedure('platform.scope_customer_id()') is null then
    raise exception 'the platform schema must come before identity';
  end if;
end
$$;
