-- What a bank line can turn out to be is a list that each module adds its own to, in place of a check that the last one to
-- write it down decides.
create table wallet.bank_line_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z_]{1,39}$'),
  says text not null check (says <> '')
);
insert into wallet.bank_line_kinds (kind, says) values
  ('deposit', 'paid in by a customer'),
  ('escrow', 'paid in by an advertiser'),
  ('own', 'the platform''s own money'),
  ('bond', 'an acceptor''s bond'),
  ('withdrawal', 'a customer''s withdrawal, paid out or come back'),
  ('payout', 'a party''s payout, paid out or come back'),
  ('charge', 'what the bank took for itself'),
  ('return', 'money that was sent back to the account it came from'),
  ('recall', 'a deposit that the bank took back');
grant select on wallet.bank_line_kinds to adtally_program;
create trigger stay before update or delete or truncate on wallet.bank_line_kinds
  for each statement execute function platform.refuse_change();

-- Whatever a check has allowed until now stays allowed.
select set_config('adtally.scope', 'system', true);
insert into wallet.bank_line_kinds (kind, says)
select distinct assigned_kind, assigned_kind from wallet.bank_lines where assigned_kind is not null
on conflict (kind) do nothing;
alter table wallet.bank_lines drop constraint if exists bank_lines_assigned_kind_check;
alter table wallet.bank_lines add constraint bank_lines_assigned_kind_known
  foreign key (assigned_kind) references wallet.bank_line_kinds;
