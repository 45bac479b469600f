-- Grants and returns are only added.
grant usage on schema startup to adtally_program;
grant select on startup.grants, startup.returns to adtally_api, adtally_worker, adtally_office;
grant insert on startup.grants to adtally_api;
grant insert on startup.returns to adtally_api, adtally_worker;
grant execute on function startup.hold_grants(uuid[]) to adtally_api, adtally_worker;
grant execute on function startup.lock_grant(uuid) to adtally_worker;
