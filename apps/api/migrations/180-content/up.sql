-- What customers say of answers, what the operator announces (PRODUCT §14), and the versions of its texts that two people
-- have published. Version 1 of each text is a file of the program.
create schema content;

create table content.question_votes (
  customer_id uuid not null references identity.customers,
  question_id text not null check (length(question_id) between 1 and 64),
  helpful boolean not null,
  -- Which text was judged.
  language text not null,
  voted_at timestamptz not null default platform.now(),
  primary key (customer_id, question_id)
);
create index question_votes_by_question on content.question_votes (question_id, helpful);

create table content.announcements (
  announcement_id uuid primary key,
  category text not null check (category in ('system_announcement', 'system_maintenance', 'activity')),
  -- Whom it is for: told to who is of it when it begins, listed to who is when they look.
  audience text not null check (audience in ('everybody', 'language', 'running_plan')),
  audience_language text check ((audience_language is not null) = (audience = 'language')),
  -- By language: {"en": {"title": …, "content": …}, …}; `en` is always there.
  texts jsonb not null check (texts ? 'en'),
  -- What two people agreed on; null for what the program says of a stop of payments, once for each.
  proposal_id uuid unique references operators.proposals,
  payment_stop bigint unique references wallet.payment_stops check ((payment_stop is null) = (proposal_id is not null)),
  published_at timestamptz not null default platform.now(),
  -- Null: at its approval. One that is over by then is no begin any more.
  begins_at timestamptz check (begins_at > published_at),
  shown_from timestamptz not null generated always as (coalesce(begins_at, published_at)) stored,
  ends_at timestamptz check (ends_at > coalesce(begins_at, published_at)),
  withdrawn_at timestamptz,
  withdraw_reason text check ((withdraw_reason is null) = (withdrawn_at is null)),
  -- The last customer who was told; null before the first. Whoever is of the audience later finds it in the list.
  told_up_to uuid,
  -- Set when all of the audience was told.
  told_at timestamptz
);
create index announcements_newest on content.announcements (shown_from desc, announcement_id desc)
  where withdrawn_at is null;

-- Versions of questions, sections of the rules, words and the contract's template, after the program's own; the newest is shown.
create table content.text_versions (
  kind text not null check (kind in ('question', 'rule', 'word', 'contract')),
  name text not null check (length(name) between 1 and 64),
  version integer not null check (version > 1),
  -- By language, as the program's files have it: {"en": …, "de": …}; `en` is always there.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts ? 'en'),
  proposal_id uuid not null unique references operators.proposals,
  published_at timestamptz not null default platform.now(),
  primary key (kind, name, version)
);
