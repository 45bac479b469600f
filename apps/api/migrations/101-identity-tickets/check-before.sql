select 'identity must come before its tickets' as problem where to_regclass('identity.customers') is null;
