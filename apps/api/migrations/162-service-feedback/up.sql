-- Feedback and what service answered (SPEC §3, PRODUCT §14). Neither is ever changed.
create table service.feedback (
  feedback_id uuid primary key,
  customer_id uuid not null references identity.customers,
  request_id uuid not null,
  subject text not null check (length(subject) between 1 and 100),
  content text not null check (length(content) between 1 and 2000),
  image_ids uuid[] not null check (cardinality(image_ids) <= 4),
  created_at timestamptz not null default platform.now(),
  unique (customer_id, request_id)
);
create index feedback_newest on service.feedback (customer_id, feedback_id desc);

create table service.feedback_answers (
  answer_id uuid primary key,
  feedback_id uuid not null references service.feedback,
  -- The owner again, for row-level security.
  customer_id uuid not null references identity.customers,
  staff_id uuid not null,
  staff_name text not null,
  text text not null check (length(text) between 1 and 2000),
  answered_at timestamptz not null default platform.now()
);
create index feedback_answers_of on service.feedback_answers (feedback_id, answer_id);

create trigger feedback_is_final before update or delete or truncate on service.feedback
  for each statement execute function platform.refuse_change();
create trigger feedback_answers_are_final before update or delete or truncate on service.feedback_answers
  for each statement execute function platform.refuse_change();

grant select, insert on service.feedback, service.feedback_answers to adtally_program;
alter table service.feedback enable row level security;
alter table service.feedback force row level security;
create policy owner on service.feedback
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
alter table service.feedback_answers enable row level security;
alter table service.feedback_answers force row level security;
create policy owner on service.feedback_answers
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
