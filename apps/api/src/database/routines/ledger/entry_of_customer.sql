-- One entry of a customer's plan or line, with only the code of the other side's account, whoever owns it.
create or replace function ledger.entry_of_customer(line_customer_id uuid, entry_id uuid)
returns table (
  id uuid, posting text, debit_code text, credit_code text, amount_micros bigint,
  reverses_id uuid, cause_kind text, cause_id uuid, flow_id text, created_at timestamptz,
  subject_kind text, subject_id text, plan_id uuid
)
language sql stable security definer set search_path = ledger, pg_temp
begin atomic
  select
    entry.id, entry.posting, debit.code, credit.code, entry.amount_micros, entry.reverses_id, entry.cause_kind, entry.cause_id, entry.flow_id, entry.created_at,
    line.subject_kind, line.subject_id,
    case
      when debit_code.subject_kind = 'plan' then debit.subject_id
      when credit_code.subject_kind = 'plan' then credit.subject_id
    end
  from ledger.transfers entry
  join ledger.accounts debit on debit.id = entry.debit_account_id
  join ledger.account_codes debit_code on debit_code.code = debit.code
  join ledger.accounts credit on credit.id = entry.credit_account_id
  join ledger.account_codes credit_code on credit_code.code = credit.code
  left join ledger.flow_lines line on line.customer_id = line_customer_id and line.flow_id = entry.flow_id
  where ledger.may_read(line_customer_id) and entry.id = entry_id
    and line_customer_id in (debit.customer_id, credit.customer_id);
end;
