-- The program shows these to customers; their own scope only reads products, creatives and placements.
create policy staff on marketplace.advertisers using ((select platform.scope_is_system()));
create policy staff on marketplace.postback_secrets using ((select platform.scope_is_system()));
create policy staff on marketplace.exchange_keys using ((select platform.scope_is_system()));
create policy staff on marketplace.publishers using ((select platform.scope_is_system()));
create policy staff on marketplace.related_parties using ((select platform.scope_is_system()));
create policy staff on marketplace.related_party_ends using ((select platform.scope_is_system()));
create policy staff on marketplace.escrow_top_ups using ((select platform.scope_is_system()));
