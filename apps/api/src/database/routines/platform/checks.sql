select 'the program may do more than read the environment' as problem
where has_table_privilege('adtally_program', 'platform.environment', 'insert, update, delete, truncate, trigger')
union all
select 'the program may move the clock by hand'
where has_table_privilege('adtally_program', 'platform.clock_offset', 'insert, update, delete, truncate, trigger')
