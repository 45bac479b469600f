-- The first half of every way to the books: locks all accounts that may be touched or opened, in id order, in one
-- statement, and then, as statements of their own that see what others committed meanwhile, tells what a decision needs.
-- The first six arrays name accounts: those that the caller does not know to be open are described, and opened as they
-- are locked; what of them is not used is gone at the commit (`close_unused`). Of those that are open, in the order of
-- their ids: what each holds on the side where it grows, and whose money it is where its owner is no customer. Then the
-- transfers that are there under one of `transfer_ids`, those that `reverses_ids` name, whose accounts are locked, too,
-- and the requests that are known.
create or replace function ledger.lock_accounts(
  account_ids uuid[],
  new_ids uuid[], new_codes text[], new_owner_ids uuid[], new_subject_ids uuid[], new_customer_ids uuid[],
  transfer_ids uuid[], reverses_ids uuid[], request_owner_ids uuid[], request_ids text[],
  out locked_ids uuid[], out balances numeric[], out customer_ids uuid[], out further_account_ids uuid[],
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
  -- What is open stays open: only where one is missing all have to be opened and locked in one go.
  if exists (
    select from unnest(new_ids) as named (id) where not exists (select from accounts where accounts.id = named.id)
  ) then
    perform open_accounts(account_ids, new_ids, new_codes, new_owner_ids, new_subject_ids, new_customer_ids);
  end if;
  -- A row that was waited for is read as it is then.
  select
    array_agg(id),
    array_agg(
      case side when 'credit' then credits_posted_micros - debits_posted_micros
        else debits_posted_micros - credits_posted_micros end
    ),
    case when bool_or(customer_id <> owner_id) then
      array_agg(case when customer_id <> owner_id then customer_id end)
    end
  into locked_ids, balances, customer_ids
  from (
    select id, side, owner_id, customer_id, credits_posted_micros, debits_posted_micros
    from accounts where id = any (account_ids) order by id for no key update
  ) locked;

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
