-- Only the worker needs deadlines and messages; customers' transactions don't see them.
create policy worker_only on platform.jobs using ((select platform.scope_is_system()));
create policy worker_only on platform.outbox using ((select platform.scope_is_system()));
