-- Invalid traffic (PRODUCT §5): rules, what they found, and what an appeal put back. All of it is final; a correction is
-- another row.

-- Rules as published; a verdict names rule and version. An event is judged by the version in force when it happened.
create table delivery.rules (
  rule text not null,
  version smallint not null check (version > 0),
  description text not null check (description <> ''),
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object'),
  -- The lists that it uses, by name: SHA-256 of the entries, their number, and the package that they are from, or `adtally`.
  lists jsonb not null check (jsonb_typeof(lists) = 'object'),
  published_at timestamptz not null,
  -- A whole minute, as some rules count events by the minute.
  in_force_from timestamptz not null check (in_force_from = date_bin('1 minute', in_force_from, timestamptz 'epoch')),
  -- Version 1 comes with the program; every other one person proposed and another approved.
  proposal_id uuid unique references operators.proposals,
  -- From the decision, filled by the trigger.
  proposed_by uuid references operators.staff,
  approved_by uuid references operators.staff,
  primary key (rule, version),
  check ((version = 1) = (proposal_id is null)),
  check (version = 1 or (proposed_by is not null and approved_by is not null and approved_by <> proposed_by))
);
-- The first version of every rule, in force before the first event. A test holds their lists to the installed packages'.
insert into delivery.rules (rule, version, published_at, in_force_from, description, parameters, lists)
select rule, 1, platform.now(), '2000-01-01', description, parameters::jsonb, lists::jsonb
from (values
  ('known_crawler',
    'The user agent is absent, longer than any browser''s, or one of the lists has it as a crawler, monitor or automation tool.',
    '{}', '{
      "isbot": {"package": "isbot@5.2.3", "entries": 206,
        "sha256": "dba76673c54b0b74e5af721c5c6ed05c93b505900183db3044fd40580a395a7e"},
      "crawler-user-agents": {"package": "crawler-user-agents@1.60.0", "entries": 1500,
        "sha256": "7465129aea1e828e972e7249d71467dfd9f3b491538327cf73a2930fa9dca110"},
      "forms": {"package": "adtally", "entries": 3,
        "sha256": "7579783f4e3a00d0a7a5d4a2b417244fbf5b497080fee3febf247862267d4514"}
    }'),
  ('automation', 'The browser says that a program steers it.', '{}', '{}'),
  ('data_centre',
    'A page''s visitor comes from a network whose operator rents out servers, where people are not. Judges only where the program has a database of networks.',
    '{}', '{
      "hosting": {"package": "adtally", "entries": 39,
        "sha256": "6857a8ab284876c5652f6d8af0cb132708e3a341294800545e590064de1c56b9"}
    }'),
  ('prefetch', 'A browser asked ahead, in case its user comes: nobody saw the page.', '{}', '{}'),
  ('foreign_page', 'The page around it is not the publisher''s or of a subdomain.', '{}', '{}'),
  ('changed_visitor', 'It comes from another address or user agent than its decision was for.',
    '{"by_address": false, "by_agent": true}', '{}'),
  ('impossible_times',
    'A viewable sooner after its decision than anybody can have seen it, or a quarter of a film sooner than it plays.',
    '{"viewable_ms": 1000, "film_viewable_ms": 2000, "tolerance_ms": 100, "playback_rate_max": 2}', '{}'),
  ('impossible_sequence',
    'A viewable, click or report of a film, but of an error, without an impression of the same decision, or earlier than it by more than the tolerance; a viewable or quartile of an impression found invalid, a conversion of a click found invalid.',
    '{"tolerance_ms": 2000}', '{}'),
  ('tainted_decision',
    'An impression, viewable, click or quartile of a decision of which another event shows that no person reported it: a crawler''s, a steered browser''s, another page''s or visitor''s, one that came sooner than possible, of a device beyond its limit, or a click of an outlier.',
    '{}', '{}'),
  ('tainted_device',
    'What a device that keeps an id reports of other advertisements within a minute of an event which shows that no person reported it: a crawler''s, a steered browser''s, or one that came sooner than possible.',
    '{"beside_ms": 60000}', '{}'),
  ('device_velocity',
    'More impressions or clicks of one device in a minute than a person makes; all of that minute.',
    '{"impressions_per_minute": 60, "clicks_per_minute": 10}', '{}'),
  ('address_velocity',
    'More impressions or clicks from one network address in a minute than people behind it make; those beyond the limit.',
    '{"impressions_per_minute": 3000, "clicks_per_minute": 300}', '{}'),
  ('visitor_outlier',
    'Clicks of a device, or from a network address, that clicked so much of what it was shown as chance does not make of what people click at most; of a device that keeps an id, its impressions too.',
    '{"window_ms": 3600000, "past_ms": 82800000, "clicks_min": 10, "rate_max_ppm": 250000, "odds_exponent": 6}', '{}'),
  ('click_outlier',
    'Clicks on a placement where so many of a window''s impressions were clicked as chance does not make of the rates of others of its kind, or of all where these are few, nor of its own past; where most were clicked, the other impressions too.',
    '{"window_ms": 3600000, "tries_min": 200, "hits_min": 20, "others_min": 4, "times": 5, "rate_min_ppm": 1000, "odds_exponent": 6, "past_ms": 86400000, "over_others_times": 2, "prior_ppm": 50000, "whole_from_ppm": 500000}',
    '{}'),
  ('conversion_outlier',
    'Conversions by a placement where so many of a window''s clicks converted as chance does not make of the rates of others of its kind, or of all where these are few, nor of its own past.',
    '{"window_ms": 86400000, "tries_min": 100, "hits_min": 20, "others_min": 4, "times": 5, "rate_min_ppm": 10000, "odds_exponent": 6, "past_ms": 604800000, "over_others_times": 2, "prior_ppm": 100000}',
    '{}'),
  ('not_billable',
    'The plan had ended and returned its money before the event reached the books; it cost nothing.',
    '{}', '{}'),
  ('over_cap',
    'An impression or click of an advertisement beyond the times that one device may be shown the plan, its product or its advertiser in an hour or a day, by the policy at the showing; it cost nothing.',
    '{}', '{}'),
  ('over_lease',
    'The lease of budget that it names held no money for it any more when it reached the books; it cost nothing.',
    '{}', '{}')
) as first (rule, description, parameters, lists);

-- Versions that two people withdrew before they were in force. Their numbers are not given again.
create table delivery.rule_withdrawals (
  rule text not null,
  version smallint not null,
  withdrawn_at timestamptz not null default platform.now(),
  proposal_id uuid not null unique references operators.proposals,
  primary key (rule, version),
  foreign key (rule, version) references delivery.rules (rule, version)
);

-- Events found invalid after they were counted, and what was taken back and given back.
create table delivery.verdicts (
  event_id uuid primary key references delivery.events,
  -- What the ledger's postings cite; the same for all that were taken back together.
  verdict_id uuid not null,
  plan_id uuid not null,
  -- Of a conversion, the advertiser, as its event has it; else null.
  reported_by uuid,
  rule text not null,
  rule_version smallint not null,
  decided_at timestamptz not null,
  spend_returned_micros bigint not null check (spend_returned_micros >= 0),
  revenue_reversed_micros bigint not null check (revenue_reversed_micros >= 0),
  foreign key (rule, rule_version) references delivery.rules (rule, version)
);
create index verdicts_by_verdict on delivery.verdicts (verdict_id, event_id);
create index verdicts_by_plan on delivery.verdicts (plan_id, event_id);
create index verdicts_reported_by on delivery.verdicts (reported_by, event_id) where reported_by is not null;

-- The same by publisher, summed as verdicts are recorded, so that a publisher's list of them costs the same whatever they are
-- about; nothing else writes here.
create table delivery.publisher_verdicts (
  publisher_id uuid not null,
  verdict_id uuid not null,
  rule text not null,
  rule_version smallint not null,
  decided_at timestamptz not null,
  events bigint not null check (events > 0),
  -- Of what the publisher had earned.
  taken_back_micros bigint not null check (taken_back_micros >= 0),
  primary key (verdict_id, rule, publisher_id)
);
create index publisher_verdicts_newest on delivery.publisher_verdicts (publisher_id, decided_at desc, verdict_id desc, rule desc);

-- Events that a rule found invalid and that a fault kept from being taken back, which each pass tries again.
create table delivery.stuck_events (
  event_id uuid primary key references delivery.events,
  rule text not null,
  noted_at timestamptz not null
);

-- Appeals against what a rule took back together (PRODUCT §2.2): a customer's of one plan, or a publisher's of what it
-- showed. Two people decide, neither of whom had a hand in publishing the rule's version.
create table delivery.appeals (
  appeal_id uuid primary key,
  verdict_id uuid not null,
  rule text not null,
  rule_version smallint not null,
  -- Either a customer with the plan, or a publisher.
  customer_id uuid,
  plan_id uuid references delivery.budgets,
  publisher_id uuid,
  -- The customer's intention, the person of the staff who wrote down what a publisher sent, or the publisher's own.
  request_id text,
  filed_by uuid references operators.staff,
  filed_by_person uuid,
  grounds text not null check (grounds <> ''),
  filed_at timestamptz not null,
  decision text check (decision in ('granted', 'refused')),
  answer text check (answer <> ''),
  decided_at timestamptz,
  proposal_id uuid unique references operators.proposals,
  -- From the decision, filled by the trigger.
  proposed_by uuid references operators.staff,
  approved_by uuid references operators.staff,
  constraint appeals_by_one_party check (num_nulls(customer_id, plan_id, request_id) in (0, 3)
    and num_nonnulls(filed_by, filed_by_person) = num_nonnulls(publisher_id)
    and (customer_id is null) <> (publisher_id is null)),
  constraint appeals_decided_whole check (
    num_nulls(decision, answer, decided_at, proposal_id, proposed_by, approved_by) in (0, 6)
    and proposed_by <> approved_by),
  foreign key (rule, rule_version) references delivery.rules (rule, version),
  constraint appeals_once_by_customer unique (verdict_id, rule, plan_id),
  constraint appeals_once_by_publisher unique (verdict_id, rule, publisher_id)
);
create unique index appeals_by_request on delivery.appeals (customer_id, request_id) where customer_id is not null;
create index appeals_open on delivery.appeals (filed_at, appeal_id) where decision is null;

-- What granted appeals have put back: the event counts again, and its money has gone the way back.
create table delivery.restorations (
  event_id uuid primary key references delivery.verdicts,
  -- What the ledger's postings cite; the same for all of a plan's that one appeal put back.
  restoration_id uuid not null,
  appeal_id uuid not null references delivery.appeals,
  plan_id uuid not null,
  restored_at timestamptz not null,
  -- 0 where the plan's amount was used up by then: nobody pays more than they placed.
  spend_restored_micros bigint not null check (spend_restored_micros >= 0),
  -- Of it, what no entry of the verdict gave to the part that pays it now: the plan's parts are charged in proportion.
  spend_anew_micros bigint not null check (spend_anew_micros between 0 and spend_restored_micros),
  revenue_restored_micros bigint not null check (revenue_restored_micros >= 0)
);
create index restorations_by_restoration on delivery.restorations (restoration_id);
create index restorations_by_appeal on delivery.restorations (appeal_id);
create index restorations_by_plan on delivery.restorations (plan_id);
