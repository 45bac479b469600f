-- The program reads, and appends by functions that say whose an act is: of staff by their session alone.
grant usage on schema audit to adtally_program;
grant select on audit.entries, audit.head to adtally_program;
grant execute on function
  audit.append_staff_act(text, text, text, text, uuid, text, jsonb),
  audit.append_customer_act(uuid, text, text, text, uuid, text, jsonb),
  audit.append_program_act(text, text, text, uuid, text, jsonb)
  to adtally_program;
