-- Nobody can type a score: customers read it, and the worker has a result counted.
grant usage on schema standing to adtally_program;
grant select on standing.scores, standing.credit_changes to adtally_api;
grant execute on function standing.count_result(uuid, smallint) to adtally_worker;
