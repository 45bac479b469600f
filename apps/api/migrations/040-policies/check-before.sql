select 'the operators schema must come before policies' as problem
where to_regclass('operators.decisions') is null
