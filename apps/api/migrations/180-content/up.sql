-- What customers say of answers, and what the operator announces (PRODUCT §14). Questions and rules themselves are
-- files of the program, so that they change with it and by review.
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
  -- By language: {"en": {"title": …, "content": …}, …}; `en` is always there.
  texts jsonb not null check (texts ? 'en'),
  staff_id uuid not null,
  published_at timestamptz not null default platform.now(),
  ends_at timestamptz check (ends_at > published_at),
  withdrawn_at timestamptz,
  -- The last customer who was told; null before the first. Whoever registers later finds it in the list.
  told_up_to uuid,
  -- Set when everybody was told.
  told_at timestamptz
);
create index announcements_newest on content.announcements (announcement_id desc) where withdrawn_at is null;
