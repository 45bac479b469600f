-- Starts storing a statement that the session's owner brought; lines and end follow in the same transaction.
create or replace function wallet.begin_statement(
  session_token text, new_id uuid, of_rail text, of_format text, of_file bytea, part integer, bank_id text,
  named_account text, mapping uuid, opening_micros bigint
) returns void language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
begin
  if not person.roles && array['finance_maker', 'finance_checker'] then
    raise exception '% brings no bank statements', person.username using errcode = 'insufficient_privilege';
  end if;
  insert into wallet.brought_statements (
    brought_id, rail, format, file_hash, file_part, external_id, account, mapping_id, opening_balance_micros, brought_by,
    brought_at)
  values (
    new_id, of_rail, of_format, of_file, part, bank_id, named_account, mapping, opening_micros, person.staff_id,
    platform.now());
end
$$;
