-- The first half of every way to the books: locks all accounts that may be touched or opened, in id order, in one
-- statement, and then, as statements of their own that see what others committed meanwhile, tells what a decision needs.
-- The first five arrays name accounts: those that the caller does not know to be open are described, and opened as they
-- are locked; what of them is not used is gone at the commit (`close_unused`). By position: what an account holds on the
-- side where it grows, null where it may not be open; and whose money it is where its owner is no customer. Then the
-- transfers that are there under one of `transfer_ids`, those that `reverses_ids` name, whose accounts are locked too and
-- stand behind the others, and the requests that are known.
create or replace function ledger.lock_accounts(
  account_ids uuid[],
  new_codes text[], new_owner_ids uuid[], new_subject_ids uuid[], new_customer_ids uuid[],
  transfer_ids uuid[], reverses_ids uuid[], request_owner_ids uuid[], request_ids text[],
  out balances numeric[], out customer_ids uuid[], out further_account_ids uuid[],
  out further_grow_by_debits boolean[], out known_transfers jsonb, out originals jsonb, out known_requests jsonb
)
language plpgsql security definer
set search_path = ledger, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  if reverses_ids is not null then
    -- What was reversed is final: its accounts may be read before they are locked.
    select array_agg(id), array_agg(side = 'debit') into further_account_ids, further_grow_by_debits
    from accounts
    where id <> all (account_ids) and id = any (array(
      select account_id from transfers original
      cross join lateral (values (debit_account_id), (credit_account_id)) as named (account_id)
      where original.id = any (reverses_ids)
    ));
    account_ids := account_ids || coalesce(further_account_ids, '{}');
  end if;
  if cardinality(new_codes) > 0 then
    perform open_accounts(account_ids, new_codes, new_owner_ids, new_subject_ids, new_customer_ids);
  else
    perform from accounts where id = any (account_ids) order by id for no key update;
  end if;

  select
    array_agg(
      case side when 'credit' then credits_posted_micros - debits_posted_micros
        else debits_posted_micros - credits_posted_micros end
      order by position
    ),
    case when bool_or(customer_id <> owner_id) then
      array_agg(case when customer_id <> owner_id then customer_id end order by position)
    end
  into balances, customer_ids
  from unnest(account_ids) with ordinality as named (id, position)
  left join accounts using (id);

  select jsonb_object_agg(
    found.id, jsonb_build_object(
      'debit_account_id', debit_account_id, 'credit_account_id', credit_account_id,
      'amount_micros', amount_micros::text, 'reverses_id', found.reverses_id, 'posting', posting,
      'cause_kind', cause_kind, 'cause_id', cause_id, 'flow_id', flow_id
    )
  ) into known_transfers
  from transfers found where found.id = any (transfer_ids);

  if reverses_ids is not null then
    select jsonb_object_agg(
      original.id, jsonb_build_object(
        'debit_account_id', debit_account_id, 'credit_account_id', credit_account_id,
        'amount_micros', amount_micros::text, 'posting', posting,
        'reversed_micros', coalesce((
          select sum(amount_micros) from transfers reversal where reversal.reverses_id = original.id
        ), 0)::text
      )
    ) into originals
    from transfers original where original.id = any (reverses_ids);
  end if;

  if cardinality(request_ids) > 0 then
    select jsonb_agg(jsonb_build_object(
      'index', ordinal - 1, 'content_hash', encode(content_hash, 'hex'), 'outcome', outcome
    )) into known_requests
    from unnest(request_owner_ids, request_ids) with ordinality as asked (owner_id, request_id, ordinal)
    join requests found using (owner_id, request_id);
  end if;
end $$;
