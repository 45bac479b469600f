create trigger complete before insert on operators.proposals
for each row execute function operators.complete_proposal();
create trigger refuse_change before update or delete or truncate on operators.proposals
for each statement execute function platform.refuse_change();
alter table operators.proposals enable always trigger refuse_change, enable always trigger complete;

create trigger check_decision before insert on operators.decisions
for each row execute function operators.check_decision();
create trigger refuse_change before update or delete or truncate on operators.decisions
for each statement execute function platform.refuse_change();
create trigger close_proposal after insert on operators.decisions
for each row when (not new.is_trial) execute function operators.close_proposal();
create constraint trigger refuse_trial after insert on operators.decisions
deferrable initially deferred for each row when (new.is_trial) execute function operators.refuse_trial();
alter table operators.decisions enable always trigger refuse_change, enable always trigger check_decision,
  enable always trigger close_proposal, enable always trigger refuse_trial;

create trigger check_staff before insert on operators.staff
for each row execute function operators.check_staff();
create trigger refuse_change before delete or truncate on operators.staff
for each statement execute function platform.refuse_change();
alter table operators.staff enable always trigger refuse_change, enable always trigger check_staff;

create trigger refuse_change before delete or truncate on operators.secrets
for each statement execute function platform.refuse_change();
alter table operators.secrets enable always trigger refuse_change;

create trigger refuse_change before update or delete or truncate on operators.evidence_files
for each statement execute function platform.refuse_change();
create trigger refuse_change before update or delete or truncate on operators.evidence
for each statement execute function platform.refuse_change();
alter table operators.evidence_files enable always trigger refuse_change;
alter table operators.evidence enable always trigger refuse_change;
