-- The program shows these to customers; their own scope only reads products, creatives and placements. A partner's reads
-- their own party's alone.
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
create policy market on marketplace.products using (
  (select platform.scope_party_id()) is null or advertiser_id = (select platform.scope_party_id()));
create policy market on marketplace.creatives using (
  (select platform.scope_party_id()) is null or advertiser_id = (select platform.scope_party_id()));
create policy own_advertiser on marketplace.advertisers for select to adtally_api
  using (advertiser_id = (select platform.scope_party_id()));
create policy own_secrets on marketplace.postback_secrets to adtally_api
  using (advertiser_id = (select platform.scope_party_id()));
create policy own_top_ups on marketplace.escrow_top_ups for select to adtally_api
  using (advertiser_id = (select platform.scope_party_id()));
-- The api's login writes for the advertiser alone whom its transaction reads for.
create policy own_drafts_alone on marketplace.creatives as restrictive for insert to adtally_api
  with check (pg_has_role(session_user, 'adtally_office', 'member')
    or advertiser_id = (select platform.scope_party_id()) and created_by_person is not null);
create policy own_secrets_alone on marketplace.postback_secrets as restrictive to adtally_api
  using (pg_has_role(session_user, 'adtally_office', 'member') or advertiser_id = (select platform.scope_party_id()));
