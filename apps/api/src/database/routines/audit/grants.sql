-- The program reads, and appends by the one function.
grant usage on schema audit to adtally_program;
grant select on audit.entries, audit.head to adtally_program;
grant execute on function audit.append(
  text, uuid, text, text, text, text, text, uuid, text, uuid, text, text, jsonb) to adtally_program;
