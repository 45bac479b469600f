-- Partners' calls are the api's part; staff invite people and shut them out. Only functions write.
grant usage on schema partners to adtally_api, adtally_office;
grant select on partners.people to adtally_api, adtally_office;
grant execute on function partners.sign_in_states() to adtally_api, adtally_office;
grant execute on function
  partners.sign_in_parameters(text),
  partners.sign_in(text, bytea, bytea, bigint, bytea, text, text, text),
  partners.prove(text, bytea, bytea, bigint, bytea, text),
  partners.activate(text, text, text, bytea, bytea, bytea, bytea, bytea[], bytea),
  partners.resume_session(text),
  partners.own_sessions(text),
  partners.end_own_sessions(text, uuid),
  partners.sign_out(text),
  partners.change_password(text, bytea, bytea, bytea),
  partners.renew_recovery_codes(text, bytea[]),
  partners.invite(text, uuid, text, text, text, text),
  partners.change_role(text, uuid, text),
  partners.remove_person(text, uuid),
  partners.done_request(text, uuid),
  partners.take_request(text, uuid, text, text, text)
  to adtally_api;
grant execute on function
  partners.admit(uuid, text),
  partners.shut_out(text, uuid, text),
  partners.readmit(uuid, text),
  partners.reset_factor(uuid, text)
  to adtally_office;
