create trigger events_are_final before update or delete or truncate on delivery.events
  for each statement execute function platform.refuse_change();
create trigger rules_are_final before update or delete or truncate on delivery.rules
  for each statement execute function platform.refuse_change();

create trigger cursors_go_forward before insert or update or delete on delivery.cursors
  for each row execute function delivery.guard_cursor();
create trigger cursors_stay before truncate on delivery.cursors
  for each statement execute function delivery.guard_cursor();
alter table delivery.cursors enable always trigger cursors_go_forward, enable always trigger cursors_stay;

create trigger spend_batches_are_final before update or delete or truncate on delivery.spend_batches
  for each statement execute function platform.refuse_change();
alter table delivery.spend_batches enable always trigger spend_batches_are_final;

create trigger verdicts_are_final before update or delete or truncate on delivery.verdicts
  for each statement execute function platform.refuse_change();
create trigger verdicts_count after insert on delivery.verdicts
  referencing new table as added for each statement execute function delivery.count_verdicts();
alter table delivery.verdicts enable always trigger verdicts_count, enable always trigger verdicts_are_final;

create trigger conversions_are_final before update or delete or truncate on delivery.conversions
  for each statement execute function platform.refuse_change();
create trigger conversions_count after insert on delivery.conversions
  referencing new table as added for each statement execute function delivery.count_conversions();
alter table delivery.conversions enable always trigger conversions_count, enable always trigger conversions_are_final;

create trigger conversion_payments_are_final before update or delete or truncate on delivery.conversion_payments
  for each statement execute function platform.refuse_change();
create trigger conversion_payments_count after insert on delivery.conversion_payments
  referencing new table as added for each statement execute function delivery.count_conversion_payments();
alter table delivery.conversion_payments enable always trigger conversion_payments_count,
  enable always trigger conversion_payments_are_final;
