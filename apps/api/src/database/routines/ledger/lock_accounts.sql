-- The first half of every posting: locks all accounts that may be touched or opened, in id order, in one statement.
-- Then, with separate statements that see what others committed meanwhile, reads what the decision needs. The first
-- six arrays name accounts; those not known to be open are described and opened, and removed at commit if unused
-- (`close_unused`). Returns, by the open accounts' ids: the balance on the side where each grows, and the customer of
-- accounts that others own; then existing transfers with one of `transfer_ids`, those that `reverses_ids` name, whose
-- accounts are locked as well, and known requests.
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
  perform platform.ask_read_committed();
  if reverses_ids is not null then
    -- Originals never change, so their accounts can be read before they are locked.
    select array_agg(id), array_agg(side = 'debit') into further_account_ids, further_grow_by_debits
    from accounts
    where id <> all (account_ids) and id = any (array(
      select account_id from transfers original
      cross join lateral (values (debit_account_id), (credit_account_id)) as named (account_id)
      where original.id = any (reverses_ids)
    ));
    account_ids := account_ids || coalesce(further_account_ids, '{}');
  end if;
  -- Accounts never close; only if one is missing do all have to be opened and locked at once.
  if exists (
    select from unnest(new_ids) as named (id) where not exists (select from accounts where accounts.id = named.id)
  ) then
    perform open_accounts(account_ids, new_ids, new_codes, new_owner_ids, new_subject_ids, new_customer_ids);
  end if;
  -- A row that had to be waited for is read in its new state.
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
