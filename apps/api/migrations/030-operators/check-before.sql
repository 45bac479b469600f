select 'the audit schema must come before operators' as problem
where to_regclass('audit.entries') is null
