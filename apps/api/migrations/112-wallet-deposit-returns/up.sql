-- Money paid in that nobody could match goes back to the account it came from (PRODUCT §2.6): suspense → transit when it is
-- ordered, transit → bank when a bank line says that it has gone.
create sequence wallet.return_numbers start 100001;
grant usage on sequence wallet.return_numbers to adtally_program;

create table wallet.deposit_returns (
  return_id uuid primary key,
  -- What the bank's remittance text says.
  number text not null unique default 'D' || nextval('wallet.return_numbers'),
  line_id uuid not null unique references wallet.bank_lines,
  amount_micros bigint not null check (amount_micros > 0),
  account_name text not null,
  account_number text not null check (account_number <> ''),
  -- Null: by itself, after ten days.
  ordered_by_proposal uuid,
  sent_by_proposal uuid,
  status text not null default 'ordered' check (status in ('ordered', 'sent', 'confirmed')),
  ordered_at timestamptz not null,
  sent_at timestamptz,
  confirmed_at timestamptz,
  paid_line_id uuid unique references wallet.bank_lines,
  check ((status = 'ordered') = (sent_at is null) and (sent_at is null) = (sent_by_proposal is null)),
  check ((status = 'confirmed') = (confirmed_at is not null) and (confirmed_at is null) = (paid_line_id is null))
);
create index deposit_returns_open on wallet.deposit_returns (return_id) where status <> 'confirmed';

create function wallet.guard_deposit_return() returns trigger language plpgsql as $$
declare
  moving constant text[] := array['status', 'sent_at', 'sent_by_proposal', 'confirmed_at', 'paid_line_id'];
begin
  if (old.status, new.status) not in (('ordered', 'sent'), ('sent', 'confirmed'))
    or (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
    or old.sent_at is not null and (new.sent_at, new.sent_by_proposal) is distinct from (old.sent_at, old.sent_by_proposal) then
    raise exception 'return % cannot go from % to %', old.number, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger deposit_returns_guarded before update on wallet.deposit_returns
  for each row execute function wallet.guard_deposit_return();
create trigger deposit_returns_kept before delete or truncate on wallet.deposit_returns
  for each statement execute function platform.refuse_change();

alter table wallet.deposit_returns enable row level security;
alter table wallet.deposit_returns force row level security;
create policy staff on wallet.deposit_returns using ((select platform.scope_is_system()));
grant select, insert on wallet.deposit_returns to adtally_program;
grant update (status, sent_at, sent_by_proposal, confirmed_at, paid_line_id) on wallet.deposit_returns to adtally_program;
