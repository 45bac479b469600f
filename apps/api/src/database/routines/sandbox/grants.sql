-- The sandbox's own login moves the clock and reads nothing; others read the wishes.
grant usage on schema sandbox to adtally_sandbox, adtally_program;
grant execute on function sandbox.wish_clock(uuid, uuid, uuid, bigint), sandbox.step_clock(bigint) to adtally_sandbox;
grant select on sandbox.clock_wishes to adtally_api, adtally_worker;
grant select on sandbox.office to adtally_worker;
grant select, update (mode) on sandbox.office to adtally_office;
