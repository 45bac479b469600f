-- What a statement's line says, field by field, for `wallet.differing_fields`; the amount in micro-units.
create or replace function wallet.line_fields(
  booked_at timestamptz, amount_micros bigint, counterparty_name text, counterparty_account text, remittance text
) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'day', ((booked_at at time zone 'UTC')::date)::text, 'amount_micros', amount_micros::text, 'name', counterparty_name,
    'account', counterparty_account, 'remittance', remittance)
$$;
