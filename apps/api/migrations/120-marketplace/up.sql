-- Who offers, what is offered, who publishes and where, and who is related to whom (PRODUCT §1, §2.10, §5).
create schema marketplace;

create table marketplace.advertisers (
  advertiser_id uuid primary key,
  name text not null check (name <> ''),
  legal_name text not null unique check (legal_name <> ''),
  -- Escrow is taken from an account in this name only (PRODUCT §1).
  account_name text not null check (account_name <> ''),
  -- SHA-256 of the documents that two people looked at.
  evidence_hash bytea not null check (octet_length(evidence_hash) = 32),
  verified_at timestamptz not null
);

-- Apart from the advertisers and encrypted, so that whoever lists advertisers holds no key. The newest is in force.
create table marketplace.postback_secrets (
  secret_id uuid primary key,
  advertiser_id uuid not null references marketplace.advertisers,
  sealed bytea not null,
  created_at timestamptz not null,
  replaced_at timestamptz
);
create unique index postback_secrets_current on marketplace.postback_secrets (advertiser_id) where replaced_at is null;

create table marketplace.products (
  product_id uuid primary key,
  advertiser_id uuid not null references marketplace.advertisers,
  name text not null check (name <> ''),
  type text not null check (type in ('video', 'landing_page')),
  category text not null check (category ~ '^[a-z][a-z0-9_]{0,39}$'),
  game_description text not null,
  content text not null,
  rules text not null,
  -- Targeting: an empty list is everybody.
  countries text[] not null,
  devices text[] not null,
  operating_systems text[] not null,
  languages text[] not null,
  -- A week from Monday 0:00 by the placement's clocks; null is every hour.
  week_hours bit(168) check (week_hours::text like '%1%'),
  -- In lower case and NFC. Of what a page is about: one of these at least, and none of those.
  keywords_any text[] not null,
  keywords_none text[] not null,
  push text[] not null check (cardinality(push) > 0 and push <@ array['official', 'non_official']),
  payout_micros bigint not null check (payout_micros > 0),
  amount_min_micros bigint not null check (amount_min_micros > 0),
  amount_max_micros bigint not null check (amount_max_micros >= amount_min_micros),
  conversion_window_ms bigint not null check (conversion_window_ms > 0),
  -- What the advertiser may report, each goal's key with its title. One of them pays, the others are only counted.
  goals jsonb not null check (jsonb_typeof(goals) = 'object'),
  paid_goal text not null check (paid_goal ~ '^[A-Za-z0-9_-]{1,40}$'),
  -- With macros in braces, which each click fills in.
  landing_url text not null,
  is_open boolean not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  unique (advertiser_id, name),
  constraint products_name_what_pays check (goals ? paid_goal)
);
create index products_newest on marketplace.products (product_id desc);
create index products_of_advertiser on marketplace.products (advertiser_id, product_id);

-- Pictures and films by their SHA-256: the same bytes are kept once, and an address never shows other bytes.
create table marketplace.assets (
  asset_hash bytea primary key check (octet_length(asset_hash) = 32 and asset_hash = sha256(content)),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'image/gif', 'video/mp4')),
  content bytea not null check (octet_length(content) between 1 and 5242880),
  created_at timestamptz not null,
  -- Lists show a creative's picture at 88 pixels: a small WebP beside the whole one spares a phone the rest. None where
  -- it would not have become less: that picture is shown whole.
  small_content bytea,
  constraint assets_small_is_a_smaller_webp check (
    small_content is null
    or (
      media_type like 'image/%'
      and substring(small_content from 9 for 4) = 'WEBP'::bytea
      and octet_length(small_content) < octet_length(content)
    )
  )
);

create table marketplace.creatives (
  creative_id uuid primary key,
  product_id uuid not null references marketplace.products,
  -- Its product's, filled by the trigger, so that an advertiser's own are found by an index.
  advertiser_id uuid not null,
  kind text not null check (kind in ('image', 'native', 'video')),
  headline text not null,
  body text not null,
  asset_hash bytea not null references marketplace.assets,
  -- Where it was fetched when it was made: nothing is loaded from there again.
  source_url text check (source_url <> ''),
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  -- What a film says itself: how long it plays, its mean rate, its codecs. A token is good for an hour.
  film_ms integer check (film_ms between 1 and 3600000),
  film_bitrate_kbps integer check (film_bitrate_kbps > 0),
  film_codecs text check (film_codecs <> ''),
  -- How many frames a picture has, how long it moves with all its repetitions, and whether it shows one colour alone.
  frames integer check (frames between 1 and 1000),
  animation_ms integer check (animation_ms between 0 and 30000),
  is_one_colour boolean,
  skip_after_ms integer check (skip_after_ms between 0 and film_ms - 1),
  -- Who measures it on players that let them.
  omid_vendor text check (omid_vendor <> ''),
  omid_url text check (omid_url <> ''),
  omid_parameters text check (omid_parameters <> ''),
  -- The ad server that the film came from, to which players may be sent.
  vast_url text check (vast_url <> ''),
  -- Which approved creative of the same product and kind its approval stops.
  replaces uuid references marketplace.creatives,
  status text not null check (status in ('draft', 'approved', 'refused', 'stopped')),
  refusal_reason text check (refusal_reason <> ''),
  -- Somebody of the staff, or one of the advertiser's own people.
  created_by uuid references operators.staff,
  created_by_person uuid,
  created_at timestamptz not null,
  reviewed_by uuid references operators.staff,
  reviewed_at timestamptz,
  constraint creatives_have_a_maker check (num_nonnulls(created_by, created_by_person) = 1),
  check ((status = 'refused') = (refusal_reason is not null)),
  check ((status = 'draft') = (reviewed_by is null) and (reviewed_by is null) = (reviewed_at is null)),
  constraint creatives_know_their_films
    check (num_nonnulls(film_ms, film_bitrate_kbps, film_codecs) = case kind when 'video' then 3 else 0 end),
  constraint creatives_know_their_pictures
    check (num_nonnulls(frames, animation_ms, is_one_colour) = case kind when 'video' then 0 else 3 end),
  constraint creatives_of_films
    check (kind = 'video' or num_nonnulls(skip_after_ms, omid_vendor, omid_url, omid_parameters, vast_url) = 0),
  constraint creatives_name_who_measures
    check ((omid_vendor is null) = (omid_url is null) and (omid_parameters is null or omid_url is not null)),
  constraint creatives_four_eyes check (created_by is null or reviewed_by is distinct from created_by)
);
create index creatives_by_product on marketplace.creatives (product_id, status, creative_id);
create index creatives_by_advertiser on marketplace.creatives (advertiser_id, creative_id);
create index creatives_listed_by_product on marketplace.creatives (product_id, creative_id);
create index creatives_drafts on marketplace.creatives (creative_id) where status = 'draft';

create table marketplace.publishers (
  publisher_id uuid primary key,
  name text not null check (name <> ''),
  legal_name text not null unique check (legal_name <> ''),
  -- Host, and port where it is not the scheme's own; what a tag's page must come from.
  domain text not null unique check (domain = lower(domain) and domain <> ''),
  account_name text not null check (account_name <> ''),
  evidence_hash bytea not null check (octet_length(evidence_hash) = 32),
  verified_at timestamptz not null
);

-- Keys by which publishers that are exchanges ask for bids, as their SHA-256. A publisher that ever had one is an exchange
-- for good: its placements are filled on no page, by a bid request with the key in force alone.
create table marketplace.exchange_keys (
  key_id uuid primary key,
  publisher_id uuid not null references marketplace.publishers,
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index exchange_keys_in_force on marketplace.exchange_keys (publisher_id) where ended_at is null;

create table marketplace.placements (
  placement_id uuid primary key,
  publisher_id uuid not null references marketplace.publishers,
  name text not null check (name <> ''),
  -- What a publisher's page names; public.
  key text not null unique check (key ~ '^[A-Za-z0-9_-]{16,64}$'),
  format text not null check (format in ('image', 'native', 'video')),
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  price_model text not null check (price_model in ('CPM', 'CPC')),
  -- CPM: for a thousand impressions, a multiple of 0.001 so that one costs whole micro-units (PRODUCT §3).
  price_micros bigint not null check (price_micros > 0 and (price_model <> 'CPM' or price_micros % 1000 = 0)),
  -- Rules: countries shown to (empty: all), and categories not wanted.
  countries text[] not null,
  categories_refused text[] not null,
  push text not null check (push in ('official', 'non_official')),
  -- On pages of these hosts and their subdomains, which are the publisher's domain or below it; or in the app that a
  -- store lists at this address by this id, which asks by its key.
  stands_on text not null check (stands_on in ('site', 'app')),
  hosts text[] not null,
  bundle_id text check (bundle_id <> ''),
  store_url text check (store_url <> ''),
  -- Whose clocks tell a visit's hour: an IANA name.
  time_zone text not null check (time_zone <> ''),
  is_open boolean not null,
  created_at timestamptz not null,
  unique (publisher_id, name),
  constraint placements_stand_somewhere check (
    case stands_on
      when 'site' then cardinality(hosts) > 0 and num_nonnulls(bundle_id, store_url) = 0
      else cardinality(hosts) = 0 and num_nulls(bundle_id, store_url) = 0
    end
  )
);

create index placements_by_publisher on marketplace.placements (publisher_id, placement_id desc);

-- What an app's requests are known by: the SHA-256 of 256 random bits, which need no slower hash; and the public half of the
-- Ed25519 key that these bits are the seed of, by which its server signs addresses. The newest is in force.
create table marketplace.app_keys (
  app_key_id uuid primary key,
  publisher_id uuid not null references marketplace.publishers,
  bundle_id text not null check (bundle_id <> ''),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  public_key bytea not null unique check (octet_length(public_key) = 32),
  created_at timestamptz not null,
  -- Somebody of the staff, or of the publisher.
  issued_by uuid references operators.staff,
  issued_by_person uuid,
  replaced_at timestamptz,
  constraint app_keys_by_one_person check (num_nonnulls(issued_by, issued_by_person) = 1)
);
create unique index app_keys_current on marketplace.app_keys (publisher_id, bundle_id) where replaced_at is null;

-- What a publisher does not want on any of its placements, as two people of the staff or one of its own put it down; the
-- newest is in force.
create table marketplace.publisher_blocks (
  block_id uuid primary key,
  proposal_id uuid unique references operators.proposals,
  blocked_by_person uuid,
  publisher_id uuid not null references marketplace.publishers,
  categories text[] not null,
  -- Of advertisers' landing pages, with their subdomains.
  advertiser_domains text[] not null,
  blocked_at timestamptz not null default platform.now(),
  constraint publisher_blocks_by_one_side check (num_nonnulls(proposal_id, blocked_by_person) = 1)
);
create index publisher_blocks_newest on marketplace.publisher_blocks (publisher_id, blocked_at desc, block_id desc);

-- Whether the file in which a publisher names who may sell its places names us, as of the last look.
create table marketplace.seller_checks (
  publisher_id uuid not null references marketplace.publishers,
  -- Of pages and of apps.
  file text not null check (file in ('ads.txt', 'app-ads.txt')),
  -- None before the first look has ended.
  outcome text check (outcome in ('named', 'not_named', 'unreachable')),
  -- What was answered, in a word or two.
  answer text check (answer <> ''),
  checked_at timestamptz,
  -- The first look of those since which it has not named us; a look that got no answer tells nothing.
  missing_since timestamptz,
  due_at timestamptz not null,
  primary key (publisher_id, file),
  check (num_nulls(outcome, answer, checked_at) in (0, 3)),
  check (outcome <> 'named' or missing_since is null),
  check (outcome <> 'not_named' or missing_since is not null)
);

-- Declared relations (PRODUCT §2.10). A person is a customer's account where they have one.
create table marketplace.related_parties (
  declaration_id uuid primary key,
  kind text not null check (kind in ('operator', 'staff', 'advertiser', 'publisher', 'leader')),
  party_name text not null check (party_name <> ''),
  customer_id uuid references identity.customers,
  advertiser_id uuid references marketplace.advertisers,
  publisher_id uuid references marketplace.publishers,
  share_percent integer not null check (share_percent between 0 and 100),
  since date not null,
  declared_by uuid not null references operators.staff,
  declared_at timestamptz not null,
  check (num_nonnulls(customer_id, advertiser_id, publisher_id) > 0)
);

-- Declarations that two people ended, each when they agreed: never back in time.
create table marketplace.related_party_ends (
  declaration_id uuid primary key references marketplace.related_parties,
  proposal_id uuid not null references operators.proposals,
  ended_at timestamptz not null default platform.now()
);

-- Escrow paid in: the bank line it came by. The amount itself is in the ledger.
create table marketplace.escrow_top_ups (
  top_up_id uuid primary key,
  advertiser_id uuid not null references marketplace.advertisers,
  line_id uuid not null unique,
  amount_micros bigint not null check (amount_micros > 0),
  created_at timestamptz not null
);
create index escrow_top_ups_by_advertiser on marketplace.escrow_top_ups (advertiser_id, top_up_id);

-- What these tables' rows allow the books.
insert into ledger.cause_kinds (cause_kind, allowed_by) values
  ('bank_line', 'marketplace.allowed_by_bank_line');
