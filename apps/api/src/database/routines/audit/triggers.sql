-- Deferred, so that locking the chain is a transaction's last step.
create constraint trigger seal after insert on audit.pending
deferrable initially deferred for each row execute function audit.seal();
alter table audit.pending enable always trigger seal;

create trigger refuse_change before update or delete or truncate on audit.entries
for each statement execute function platform.refuse_change();
alter table audit.entries enable always trigger refuse_change;
