-- Whether a side of a transfer is asked for what caused it: a party's always, the platform's where the other does not say
-- it with the sign changed. That is so where both are its own, of what leaves by a bank or stays as a fee, and of which
-- month of VIP, or which plan's fee, is paid or comes back.
create or replace function ledger.is_asked(posting text, code text, owner_id uuid, other_owner_id uuid) returns boolean
language sql immutable as $$
  select owner_id <> '00000000-0000-7000-8000-000000000001'
    or other_owner_id = '00000000-0000-7000-8000-000000000001'
    or code in ('transit', 'fee')
    or code = 'fee_unearned' and posting in ('vip_opened', 'vip_cancelled', 'settlement')
$$;
