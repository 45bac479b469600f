select 'the program may change what was signed' as problem
where has_table_privilege('adtally_program', 'contracts.signatures', 'update, delete')
