-- Whether a transfer's side must be allowed by its cause: a party's always, the platform's unless the other side
-- already determines it. It does not if both are the platform's, for what leaves by a bank or stays as a fee, and for
-- which VIP month's or plan's fee is paid or returned.
create or replace function ledger.is_asked(posting text, code text, owner_id uuid, other_owner_id uuid) returns boolean
language sql immutable as $$
  select owner_id <> '00000000-0000-7000-8000-000000000001'
    or other_owner_id = '00000000-0000-7000-8000-000000000001'
    or code in ('transit', 'fee')
    or code = 'fee_unearned' and posting in ('vip_opened', 'vip_cancelled', 'settlement')
$$;
