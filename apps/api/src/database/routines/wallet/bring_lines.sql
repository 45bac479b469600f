-- Stores lines of a statement started in this transaction, when the session was checked; none can be added to others'
-- or ended ones. A line's hash is independent of the format: formats break texts in different places, and number
-- duplicate references (`#2`) in their own order. Inlined, because calling a function for each of 200,000 lines would
-- take longer than everything else.
create or replace function wallet.bring_lines(
  target uuid, from_sequence integer, bank_references text[], times timestamptz[], amounts bigint[], names text[],
  accounts text[], remittances text[], returned boolean[]
) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not platform.scope_is_system()
    or not exists (
      select from wallet.brought_statements
      where brought_id = target and content_hash is null and xmin = pg_current_xact_id()::xid) then
    raise exception 'statement % is not being read', target using errcode = 'insufficient_privilege';
  end if;
  insert into wallet.brought_lines (
    brought_id, sequence, bank_reference, booked_at, amount_micros, counterparty_name, counterparty_account, remittance,
    is_return, line_hash)
  select target, from_sequence + position - 1, bank_reference, booked_at, amount_micros, name, account, text, is_return,
    sha256(convert_to(concat_ws(
      e'\n',
      case when bank_reference like '%#%' then regexp_replace(bank_reference, '#[0-9]+$', '') else bank_reference end,
      (booked_at at time zone 'UTC')::date - date '2000-01-01', amount_micros, replace(name, ' ', ''),
      replace(account, ' ', ''), replace(text, ' ', '')), 'UTF8'))
  from (
    select bank_reference, booked_at, amount_micros, coalesce(given_name, '') as name,
      coalesce(given_account, '') as account, coalesce(given_text, '') as text, is_return, position::integer
    from unnest(bank_references, times, amounts, names, accounts, remittances, returned) with ordinality as given (
      bank_reference, booked_at, amount_micros, given_name, given_account, given_text, is_return, position)
  ) as line;
end
$$;
