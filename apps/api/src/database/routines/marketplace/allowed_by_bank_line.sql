-- Advertisers' top-ups: a bank line's whole amount may go into the escrow of the advertiser whose account sent it.
create or replace function marketplace.allowed_by_bank_line(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select allowed.*
  from wallet.bank_lines line
  join marketplace.escrow_top_ups top_up using (line_id, amount_micros)
  cross join lateral ledger.allowed(
    line_id, 'party_paid_in', ledger.account_of('suspense'), ledger.account_of('escrow', advertiser_id), amount_micros
  ) allowed
  where line_id = any (ids) and assigned_kind = 'escrow' and assigned_id = top_up_id
$$;
