DO $$
BEGIN
  IF to_regprocedure('platform.now()') IS NULL OR to_regprocedure('platform.scope_is_system()') IS NULL THEN
    RAISE EXCEPTION 'the platform schema must come before audit';
  END IF;
END
$$;
