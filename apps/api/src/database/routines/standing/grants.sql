-- Nobody can enter a score: customers read theirs, and the worker has results counted.
grant usage on schema standing to adtally_program;
grant select on standing.scores, standing.credit_changes to adtally_api;
grant execute on function standing.count_result(uuid, smallint) to adtally_worker;
