-- The program shows these to customers; their own scope only reads products, creatives and placements.
create policy staff on marketplace.advertisers using ((select platform.scope_is_system()));
create policy staff on marketplace.postback_secrets using ((select platform.scope_is_system()));
create policy staff on marketplace.exchange_keys using ((select platform.scope_is_system()));
create policy staff on marketplace.publishers using ((select platform.scope_is_system()));
create policy staff on marketplace.app_keys using ((select platform.scope_is_system()));
create policy staff on marketplace.publisher_blocks using ((select platform.scope_is_system()));
create policy staff on marketplace.seller_checks using ((select platform.scope_is_system()));
create policy staff on marketplace.related_parties using ((select platform.scope_is_system()));
create policy staff on marketplace.related_party_ends using ((select platform.scope_is_system()));
create policy staff on marketplace.escrow_top_ups using ((select platform.scope_is_system()));
-- A publisher's people see what is its own.
create policy own_publisher on marketplace.publishers for select to adtally_api
  using (publisher_id = (select platform.scope_party_id()));
create policy own_app_keys on marketplace.app_keys for select to adtally_api
  using (publisher_id = (select platform.scope_party_id()));
create policy own_exchange_keys on marketplace.exchange_keys for select to adtally_api
  using (publisher_id = (select platform.scope_party_id()));
create policy own_blocks on marketplace.publisher_blocks for select to adtally_api
  using (publisher_id = (select platform.scope_party_id()));
create policy own_seller_checks on marketplace.seller_checks for select to adtally_api
  using (publisher_id = (select platform.scope_party_id()));
