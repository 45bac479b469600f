DO $$
BEGIN
  IF has_table_privilege('adtally_program', 'audit.entries', 'INSERT, UPDATE, DELETE, TRUNCATE')
    OR has_table_privilege('adtally_program', 'audit.pending', 'INSERT, UPDATE, DELETE, TRUNCATE')
    OR has_table_privilege('adtally_program', 'audit.head', 'INSERT, UPDATE, DELETE, TRUNCATE') THEN
    RAISE EXCEPTION 'the program must not write the audit chain by itself';
  END IF;
END
$$;
