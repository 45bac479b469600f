-- What was granted and what went back is only ever added to.
grant usage on schema startup to adtally_program;
grant select, insert on startup.grants, startup.returns to adtally_program;
grant execute on function startup.hold_grants(uuid[]), startup.lock_grant(uuid) to adtally_program;
