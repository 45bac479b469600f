-- The market is readable for everybody and writable for staff. Terms never change: things are opened and closed,
-- creatives reviewed, secrets replaced.
grant usage on schema marketplace to adtally_program;
grant select on marketplace.advertisers, marketplace.products, marketplace.assets, marketplace.creatives,
  marketplace.publishers, marketplace.publisher_blocks, marketplace.placements, marketplace.related_parties
  to adtally_program;
grant execute on function marketplace.hold_products(uuid[]) to adtally_api;
-- Delivery checks advertisers' postbacks with their secrets, and apps' and exchanges' requests by the hashes of their keys.
grant select on marketplace.postback_secrets, marketplace.app_keys, marketplace.exchange_keys to adtally_delivery;
grant select (publisher_id, bundle_id, replaced_at) on marketplace.app_keys to adtally_office;

grant select on marketplace.escrow_top_ups to adtally_office;
grant select (advertiser_id, replaced_at) on marketplace.postback_secrets to adtally_office;
-- Whether a placement is an exchange's.
grant select (publisher_id, ended_at) on marketplace.exchange_keys to adtally_worker, adtally_office;
grant insert on marketplace.advertisers, marketplace.postback_secrets, marketplace.products, marketplace.assets,
  marketplace.creatives, marketplace.publishers, marketplace.placements, marketplace.related_parties,
  marketplace.escrow_top_ups, marketplace.exchange_keys
  to adtally_office;
-- Whom of a publisher's people a key is from, only `marketplace.issue_app_key` says.
grant insert (app_key_id, publisher_id, bundle_id, key_hash, public_key, created_at, issued_by, replaced_at)
  on marketplace.app_keys to adtally_office;
grant update (replaced_at) on marketplace.app_keys to adtally_office;
-- The database sets when something is blocked.
grant insert (block_id, proposal_id, publisher_id, categories, advertiser_domains) on marketplace.publisher_blocks
  to adtally_office;
-- The worker looks whether publishers name us, and staff read what it found.
grant select on marketplace.seller_checks to adtally_worker, adtally_office;
grant insert (publisher_id, file, due_at) on marketplace.seller_checks to adtally_worker;
grant update (outcome, answer, checked_at, missing_since, due_at) on marketplace.seller_checks to adtally_worker;
-- The database sets when a declaration ends.
grant select on marketplace.related_party_ends to adtally_api, adtally_worker, adtally_office;
grant insert (declaration_id, proposal_id) on marketplace.related_party_ends to adtally_office;
grant update (replaced_at) on marketplace.postback_secrets to adtally_office;
grant update (ended_at) on marketplace.exchange_keys to adtally_office;
grant update (is_open, version) on marketplace.products to adtally_office;
-- Only the functions write reviews and stops; PostgreSQL wants a right to update a column to lock a draft.
grant execute on function marketplace.review_creative(text, uuid, bytea, text) to adtally_office;
grant execute on function marketplace.stop_creative(text, uuid) to adtally_office;
grant update (refusal_reason) on marketplace.creatives to adtally_office;
grant update (is_open) on marketplace.placements to adtally_office;
-- A publisher's people, by their session.
grant select (publisher_id, bundle_id, created_at, replaced_at) on marketplace.app_keys to adtally_api;
grant select on marketplace.seller_checks to adtally_api;
grant select (publisher_id, ended_at) on marketplace.exchange_keys to adtally_api;
grant execute on function
  marketplace.close_placement(text, uuid), marketplace.issue_app_key(text, text, uuid, bytea, bytea),
  marketplace.set_blocks(text, uuid, text[], text[])
  to adtally_api;

-- An advertiser's own people see what it paid in, make drafts, stop creatives and replace its secret, which they can't read.
grant select on marketplace.escrow_top_ups to adtally_api;
grant insert on marketplace.assets to adtally_api;
grant insert on marketplace.creatives to adtally_api;
grant execute on function marketplace.lock_own_creative(text, uuid), marketplace.stop_own_creative(text, uuid)
  to adtally_api;
grant select (advertiser_id, replaced_at), insert, update (replaced_at) on marketplace.postback_secrets to adtally_api;
