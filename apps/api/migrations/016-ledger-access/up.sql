-- Who may do what: the program's role executes the functions below and reads; nothing else writes (PRODUCT §3).
revoke all on all functions in schema ledger from public;
grant select on all tables in schema ledger to adtally_program;
grant execute on function ledger.account_id(text, uuid, uuid), ledger.untotalled_flow_types() to adtally_program;
grant execute on function ledger.lock_and_find_requests(text[], uuid[], uuid[], uuid[], uuid[], uuid[], text[])
  to adtally_program;
grant execute on function ledger.flow_line_entries(uuid, text, timestamptz, uuid, integer) to adtally_program;
grant execute on function ledger.record_requests(uuid[], text[], text[], bytea[], jsonb[]) to adtally_program;
grant execute on function ledger.post_transfers(
  text[], uuid[], uuid[], uuid[], uuid[], uuid[], integer[], ledger.transfer_kind[], integer[], integer[], bigint[],
  uuid[], text[], text[], text[], timestamptz[], text[], text[], text[], text[]
) to adtally_program;
grant execute on function ledger.expire_pending(integer) to adtally_program;

-- A customer's scope sees its own accounts, the transfers that touch them, and its own lines and requests.
alter table ledger.accounts enable row level security;
alter table ledger.transfers enable row level security;
alter table ledger.flow_lines enable row level security;
alter table ledger.flow_totals enable row level security;
alter table ledger.requests enable row level security;
alter table ledger.plan_customers enable row level security;
alter table ledger.pending_expiries enable row level security;

create policy accounts_by_scope on ledger.accounts for select to adtally_program
  using ((select platform.scope_is_system()) or owner_id = (select platform.scope_customer_id()));
create policy transfers_by_scope on ledger.transfers for select to adtally_program
  using (
    (select platform.scope_is_system())
    or exists (
      select from ledger.accounts
      where accounts.id in (debit_account_id, credit_account_id)
        and accounts.owner_id = (select platform.scope_customer_id())
    )
  );
create policy flow_lines_by_scope on ledger.flow_lines for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy flow_totals_by_scope on ledger.flow_totals for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy requests_by_scope on ledger.requests for select to adtally_program
  using ((select platform.scope_is_system()) or owner_id = (select platform.scope_customer_id()));
create policy plan_customers_by_scope on ledger.plan_customers for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy pending_expiries_by_scope on ledger.pending_expiries for select to adtally_program
  using ((select platform.scope_is_system()));
