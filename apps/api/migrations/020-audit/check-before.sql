select 'the platform schema must come before audit' as problem
where to_regprocedure('platform.now()') is null
