-- The first published rules of invalid traffic, as modules/delivery/invalid-rules.ts states them (a test compares
-- both). A changed rule is a new version in a new migration: a verdict uses the version in force at its event.
insert into delivery.rules (rule, version, published_at, description, parameters) values
  ('known_crawler', 1, platform.now(),
    'The user agent is absent or names a known crawler, monitor or automation tool.',
    '{}'),
  ('impossible_sequence', 1, platform.now(),
    'A viewable, quartile or click without an impression of the same decision, or earlier than it by more than the tolerance; a conversion of a click found invalid.',
    '{"tolerance_ms": 2000}'),
  ('device_velocity', 1, platform.now(),
    'More impressions or clicks of one device in a minute than a person makes; those beyond the limit.',
    '{"impressions_per_minute": 60, "clicks_per_minute": 10}'),
  ('address_velocity', 1, platform.now(),
    'More impressions or clicks from one network address in a minute than people behind it make; those beyond the limit.',
    '{"impressions_per_minute": 3000, "clicks_per_minute": 300}'),
  ('not_billable', 1, platform.now(),
    'The plan had ended and returned its money before the event reached the books; it cost nothing.',
    '{}');
