create trigger approved before insert on marketplace.advertisers
  for each row execute function operators.ask_approval('{advertiser.create}', 'advertiser', 'advertiser_id');
create trigger announce after insert or update on marketplace.advertisers
  for each statement execute function marketplace.announce_change();
create trigger stay before update or delete or truncate on marketplace.advertisers
  for each statement execute function platform.refuse_change();

create trigger announce after insert or update on marketplace.postback_secrets
  for each statement execute function marketplace.announce_change();
create constraint trigger written_by_its_partner after insert or update on marketplace.postback_secrets
  deferrable initially deferred for each row
  when (pg_has_role(session_user, 'adtally_api', 'member') and not pg_has_role(session_user, 'adtally_office', 'member'))
  execute function audit.ask_partner_act(
    '{advertiser.postback_secret_rotated}', 'advertiser', 'advertiser_id', 'advertiser', 'advertiser_id');
alter table marketplace.postback_secrets enable always trigger written_by_its_partner;
create trigger stay before delete or truncate on marketplace.postback_secrets
  for each statement execute function platform.refuse_change();

create trigger approved before insert on marketplace.products
  for each row execute function operators.ask_approval('{product.create}', 'product', 'product_id');
create trigger products_guarded before update on marketplace.products
  for each row execute function marketplace.guard_product();
create trigger announce after insert or update on marketplace.products
  for each statement execute function marketplace.announce_change();
create trigger stay before delete or truncate on marketplace.products
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on marketplace.assets
  for each statement execute function platform.refuse_change();

create trigger creatives_guarded before insert or update on marketplace.creatives
  for each row execute function marketplace.guard_creative();
create constraint trigger made_by_its_person after insert on marketplace.creatives
  deferrable initially deferred for each row when (new.created_by is not null)
  execute function audit.ask_staff_act('{creative.created}', 'creative', 'creative_id', 'created_by');
create constraint trigger made_by_its_partner after insert on marketplace.creatives
  deferrable initially deferred for each row when (new.created_by_person is not null)
  execute function audit.ask_partner_act(
    '{creative.created}', 'creative', 'creative_id', 'advertiser', 'advertiser_id', 'created_by_person');
alter table marketplace.creatives enable always trigger made_by_its_person, enable always trigger made_by_its_partner;
create trigger announce after insert or update on marketplace.creatives
  for each statement execute function marketplace.announce_change();
create trigger stay before delete or truncate on marketplace.creatives
  for each statement execute function platform.refuse_change();

create trigger approved before insert on marketplace.publishers
  for each row execute function operators.ask_approval('{publisher.create}', 'publisher', 'publisher_id');
create trigger announce after insert or update on marketplace.publishers
  for each statement execute function marketplace.announce_change();
create trigger stay before update or delete or truncate on marketplace.publishers
  for each statement execute function platform.refuse_change();

create trigger approved before insert on marketplace.exchange_keys
  for each row execute function operators.ask_approval('{exchange_key.give}', 'publisher', 'publisher_id');
create trigger announce after insert or update on marketplace.exchange_keys
  for each statement execute function marketplace.announce_change();
create trigger end_once before update on marketplace.exchange_keys
  for each row execute function marketplace.end_once('ended_at');
create trigger stay before delete or truncate on marketplace.exchange_keys
  for each statement execute function platform.refuse_change();

create trigger approved before insert on marketplace.placements
  for each row execute function operators.ask_approval('{placement.create}', 'placement', 'placement_id');
create trigger announce after insert or update on marketplace.placements
  for each statement execute function marketplace.announce_change();
create trigger stay before delete or truncate on marketplace.placements
  for each statement execute function platform.refuse_change();

create trigger announce after insert or update on marketplace.app_keys
  for each statement execute function marketplace.announce_change();
create constraint trigger issued_by_its_person after insert on marketplace.app_keys
  deferrable initially deferred for each row when (new.issued_by is not null)
  execute function audit.ask_staff_act('{publisher.app_key_issued}', 'publisher', 'publisher_id', 'issued_by');
alter table marketplace.app_keys enable always trigger issued_by_its_person;
create trigger end_once before update on marketplace.app_keys
  for each row execute function marketplace.end_once('replaced_at');
create trigger stay before delete or truncate on marketplace.app_keys
  for each statement execute function platform.refuse_change();

create trigger approved before insert on marketplace.publisher_blocks
  for each row when (new.blocked_by_person is null) execute function operators.ask_approval('{publisher.block}', 'publisher', 'publisher_id');
create trigger announce after insert on marketplace.publisher_blocks
  for each statement execute function marketplace.announce_change();
create trigger stay before update or delete or truncate on marketplace.publisher_blocks
  for each statement execute function platform.refuse_change();

create trigger stay before delete or truncate on marketplace.seller_checks
  for each statement execute function platform.refuse_change();

create trigger announce after insert or update on marketplace.related_parties
  for each statement execute function marketplace.announce_change();
create trigger stay before update or delete or truncate on marketplace.related_parties
  for each statement execute function platform.refuse_change();

create trigger approved before insert on marketplace.related_party_ends
  for each row execute function operators.ask_approval('{related_party.end}', 'related_party', 'declaration_id');
create trigger announce after insert on marketplace.related_party_ends
  for each statement execute function marketplace.announce_change();
create trigger stay before update or delete or truncate on marketplace.related_party_ends
  for each statement execute function platform.refuse_change();

create trigger approved before insert on marketplace.escrow_top_ups
  for each row execute function operators.ask_approval('{escrow.book}', 'bank_line', 'line_id');
create trigger stay before update or delete or truncate on marketplace.escrow_top_ups
  for each statement execute function platform.refuse_change();

-- Approvals are checked in any session replication role.
alter table marketplace.advertisers enable always trigger approved;
alter table marketplace.products enable always trigger approved;
alter table marketplace.publishers enable always trigger approved;
alter table marketplace.exchange_keys enable always trigger approved;
alter table marketplace.exchange_keys enable always trigger end_once;
alter table marketplace.app_keys enable always trigger end_once;
alter table marketplace.placements enable always trigger approved;
alter table marketplace.publisher_blocks enable always trigger approved;
alter table marketplace.related_party_ends enable always trigger approved;
alter table marketplace.escrow_top_ups enable always trigger approved;
