-- Bounds come with the program; triggers hold added versions to what two people approved.
grant usage on schema policies to adtally_program;
grant select on policies.bounds, policies.periods, policies.versions to adtally_program;
grant execute on function policies.keep_first(jsonb, text) to adtally_program;
grant insert on policies.versions to adtally_office;
