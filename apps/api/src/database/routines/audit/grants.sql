-- Each login appends through the function for its kind of actor; staff only by their session.
grant usage on schema audit to adtally_program;
grant select on audit.entries, audit.head to adtally_api, adtally_worker, adtally_office;
grant execute on function audit.append_customer_act(uuid, text, text, text, uuid, text, jsonb) to adtally_api;
grant execute on function audit.append_partner_act(text, text, text, text, text, jsonb) to adtally_api;
grant execute on function audit.append_program_act(text, text, text, uuid, text, jsonb)
  to adtally_api, adtally_worker;
grant execute on function
  audit.append_staff_act(text, text, text, text, uuid, text, jsonb),
  audit.append_looks(text, text, uuid[])
  to adtally_office;
