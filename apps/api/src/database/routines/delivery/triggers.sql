create trigger events_are_final before update or delete or truncate on delivery.events
  for each statement execute function platform.refuse_change();
create trigger events_on_terms after insert on delivery.events
  referencing new table as added for each statement execute function delivery.ask_terms();
alter table delivery.events enable always trigger events_on_terms;

create trigger leases_guarded before update on delivery.leases
  for each row execute function delivery.guard_lease();
alter table delivery.leases enable always trigger leases_guarded;

create trigger passed_forward before update on delivery.invalid_pass
  for each row execute function delivery.guard_pass();
alter table delivery.invalid_pass enable always trigger passed_forward;

create trigger rules_are_final before update or delete or truncate on delivery.rules
  for each statement execute function platform.refuse_change();
create trigger rules_published before insert on delivery.rules
  for each row execute function delivery.check_rule();
create trigger rules_announced after insert on delivery.rules
  for each row execute function delivery.announce_rule();
alter table delivery.rules
  enable always trigger rules_are_final, enable always trigger rules_published, enable always trigger rules_announced;

create trigger withdrawals_approved before insert on delivery.rule_withdrawals
  for each row execute function operators.ask_approval('{traffic_rule.withdraw}', 'traffic_rule', 'rule', 'version');
create trigger withdrawals_guarded before insert on delivery.rule_withdrawals
  for each row execute function delivery.guard_withdrawal();
create trigger withdrawals_announced after insert on delivery.rule_withdrawals
  for each row execute function delivery.announce_rule();
create trigger withdrawals_are_final before update or delete or truncate on delivery.rule_withdrawals
  for each statement execute function platform.refuse_change();
alter table delivery.rule_withdrawals
  enable always trigger withdrawals_approved, enable always trigger withdrawals_guarded,
  enable always trigger withdrawals_announced, enable always trigger withdrawals_are_final;

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
create trigger verdicts_of_advertisers before insert on delivery.verdicts
  for each row execute function delivery.note_advertiser();
create trigger verdicts_count after insert on delivery.verdicts
  referencing new table as added for each statement execute function delivery.count_verdicts();
alter table delivery.verdicts enable always trigger verdicts_of_advertisers,
  enable always trigger verdicts_count, enable always trigger verdicts_are_final;

create trigger appeals_approved before update on delivery.appeals
  for each row execute function operators.ask_approval('{traffic_appeal.decide}', 'traffic_appeal', 'appeal_id');
create trigger appeals_guarded before insert or update on delivery.appeals
  for each row execute function delivery.guard_appeal();
create trigger appeals_asked after insert on delivery.appeals
  for each row execute function delivery.ask_appeal();
create trigger appeals_stay before delete or truncate on delivery.appeals
  for each statement execute function platform.refuse_change();
alter table delivery.appeals enable always trigger appeals_approved, enable always trigger appeals_guarded,
  enable always trigger appeals_asked, enable always trigger appeals_stay;

create trigger restorations_are_final before update or delete or truncate on delivery.restorations
  for each statement execute function platform.refuse_change();
create trigger restorations_count after insert on delivery.restorations
  referencing new table as added for each statement execute function delivery.count_restorations();
alter table delivery.restorations enable always trigger restorations_count,
  enable always trigger restorations_are_final;

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

create trigger guarded before delete on delivery.auction_ends
  for each row execute function delivery.guard_auction_end();
create trigger stay before truncate on delivery.auction_ends
  for each statement execute function platform.refuse_change();
alter table delivery.auction_ends enable always trigger guarded;

create trigger stay before delete or truncate on delivery.publisher_verdicts
  for each statement execute function platform.refuse_change();
