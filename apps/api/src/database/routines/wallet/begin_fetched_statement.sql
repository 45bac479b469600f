-- Starts storing a statement that the program fetched from the bank; lines and end follow in the same transaction.
create or replace function wallet.begin_fetched_statement(
  token text, new_id uuid, of_rail text, of_format text, of_file bytea, bank_id text, named_account text,
  opening_micros bigint
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform wallet.ask_connector(token);
  insert into wallet.brought_statements (
    brought_id, rail, format, file_hash, file_part, external_id, account, opening_balance_micros, brought_at)
  values (new_id, of_rail, of_format, of_file, 1, bank_id, named_account, opening_micros, platform.now());
end
$$;
