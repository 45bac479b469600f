select 'the platform schema must come before identity' as problem
where to_regprocedure('platform.now()') is null or to_regprocedure('platform.scope_customer_id()') is null;
