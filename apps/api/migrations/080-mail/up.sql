-- E-mail on its way: written in the transaction of the fact that it tells of, gone once the mail server has it.
create schema mail;

create table mail.letters (
  letter_id uuid primary key,
  -- AES-256-GCM under a key from outside the database: a letter may hold a link that opens an account.
  letter_sealed bytea not null,
  written_at timestamptz not null,
  -- What comes later than this is worth nothing to its reader.
  expires_at timestamptz not null check (expires_at > written_at),
  attempts integer not null default 0 check (attempts >= 0),
  next_try_at timestamptz not null,
  last_error text
);
create index letters_due on mail.letters (next_try_at, letter_id);
