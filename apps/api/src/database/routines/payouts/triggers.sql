create trigger approved before insert or update on payouts.accounts
  for each row execute function operators.ask_approval('{payee-account.set}', 'column:payee_kind', 'payee_id');
alter table payouts.accounts enable always trigger approved;
create trigger accounts_guarded before update on payouts.accounts
  for each row execute function payouts.guard_account();
create trigger stay before delete or truncate on payouts.accounts
  for each statement execute function platform.refuse_change();
create trigger as_asked before insert on payouts.accounts
  for each row execute function payouts.follow_account_change();
alter table payouts.accounts enable always trigger as_asked;

create trigger account_change_ends after update of shut_out_at, removed_at, role on partners.people
  for each row when (new.shut_out_at is not null or new.removed_at is not null or new.role = 'member')
  execute function payouts.end_account_change();
alter table partners.people enable always trigger account_change_ends;
create trigger account_changes_guarded before update on payouts.account_changes
  for each row execute function payouts.guard_account_change();
create trigger stay before delete or truncate on payouts.account_changes
  for each statement execute function platform.refuse_change();

create trigger approved before insert on payouts.payouts
  for each row execute function payouts.ask_approval();
create trigger return_approved before update on payouts.payouts
  for each row when (new.status = 'returned' and old.status <> 'returned')
  execute function operators.ask_approval('{payout.return}', 'payout', 'payout_id');
alter table payouts.payouts enable always trigger approved, enable always trigger return_approved;
create trigger payouts_guarded before update on payouts.payouts
  for each row execute function payouts.guard_payout();
alter table payouts.payouts enable always trigger payouts_guarded;
create trigger stay before delete or truncate on payouts.payouts
  for each statement execute function platform.refuse_change();
create trigger bond_payouts_guarded before insert on payouts.payouts
  for each row when (new.source = 'acceptor_bond') execute function acceptors.guard_bond_payout();
create trigger bond_payouts_returned after update on payouts.payouts
  for each row when (new.source = 'acceptor_bond' and new.status = 'returned' and old.status <> 'returned')
  execute function acceptors.read_returned_bond();
alter table payouts.payouts enable always trigger bond_payouts_guarded, enable always trigger bond_payouts_returned;
