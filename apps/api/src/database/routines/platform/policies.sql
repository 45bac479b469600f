-- Deadlines and messages are the worker's: no customer's transaction sees them.
create policy worker_only on platform.jobs using ((select platform.scope_is_system()));
create policy worker_only on platform.outbox using ((select platform.scope_is_system()));
