create trigger announce after insert or update on marketplace.advertisers
  for each statement execute function marketplace.announce_change();
create trigger stay before update or delete or truncate on marketplace.advertisers
  for each statement execute function platform.refuse_change();

create trigger announce after insert or update on marketplace.postback_secrets
  for each statement execute function marketplace.announce_change();
create trigger stay before delete or truncate on marketplace.postback_secrets
  for each statement execute function platform.refuse_change();

create trigger products_guarded before update on marketplace.products
  for each row execute function marketplace.guard_product();
create trigger announce after insert or update on marketplace.products
  for each statement execute function marketplace.announce_change();
create trigger stay before delete or truncate on marketplace.products
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on marketplace.assets
  for each statement execute function platform.refuse_change();

create trigger creatives_guarded before update on marketplace.creatives
  for each row execute function marketplace.guard_creative();
create trigger announce after insert or update on marketplace.creatives
  for each statement execute function marketplace.announce_change();
create trigger stay before delete or truncate on marketplace.creatives
  for each statement execute function platform.refuse_change();

create trigger announce after insert or update on marketplace.publishers
  for each statement execute function marketplace.announce_change();
create trigger stay before update or delete or truncate on marketplace.publishers
  for each statement execute function platform.refuse_change();

create trigger announce after insert or update on marketplace.placements
  for each statement execute function marketplace.announce_change();
create trigger stay before delete or truncate on marketplace.placements
  for each statement execute function platform.refuse_change();

create trigger announce after insert or update on marketplace.related_parties
  for each statement execute function marketplace.announce_change();
create trigger stay before update or delete or truncate on marketplace.related_parties
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on marketplace.escrow_top_ups
  for each statement execute function platform.refuse_change();
