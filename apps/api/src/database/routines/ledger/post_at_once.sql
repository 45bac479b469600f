-- Posts a batch if each transfer would succeed in any order; false, with nothing done, if not or if that is not clear.
-- Most batches hold nothing but such transfers, which are taken set by set here. Opens the accounts that the batch
-- describes, which is undone with everything else where it answers false.
create or replace function ledger.post_at_once(
  at timestamptz,
  new_codes text[], new_owner_ids uuid[], new_subject_ids uuid[], new_customer_ids uuid[],
  account_ids uuid[],
  ids uuid[], kinds ledger.transfer_kind[], debits integer[], credits integer[], amounts bigint[],
  target_ids uuid[], postings text[], cause_kinds text[], cause_ids text[], expiries timestamptz[],
  flow_ids text[], flow_types text[], flow_subject_kinds text[], flow_subject_ids text[]
)
returns boolean language plpgsql set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare
  codes text[];
  owner_ids uuid[];
  subject_ids uuid[];
  customer_ids uuid[];
  is_short boolean;
  -- What the batch adds to each account, by position, and what resolved pending transfers set free.
  debits_pending bigint[];
  debits_posted bigint[];
  debits_freed bigint[];
  credits_pending bigint[];
  credits_posted bigint[];
  credits_freed bigint[];
  -- What the pending transfer that a post or void names holds, by position of the post or void.
  held bigint[];
  target_debit_ids uuid[];
  target_credit_ids uuid[];
  target_postings text[];
  is_unclear boolean;
  sorted_ids uuid[];
  sorted_positions integer[];
  d integer;
  c integer;
  posted bigint;
begin
  if cardinality(new_codes) > 0
    and (select count(*) from accounts where id = any (account_ids)) < cardinality(account_ids)
  then
    perform open_accounts(new_codes, new_owner_ids, new_subject_ids, new_customer_ids);
  end if;
  if target_ids is not null then
    select
      array_agg(found.amount_micros order by position), array_agg(debit_account_id order by position),
      array_agg(credit_account_id order by position), array_agg(found.posting order by position),
      bool_or(
        asked.kind not in ('posted', 'pending', 'post', 'void')
        or target_id is not null
          and (found.kind is distinct from 'pending' or found.expires_at <= at or amount > found.amount_micros)
      )
    into held, target_debit_ids, target_credit_ids, target_postings, is_unclear
    from unnest(kinds, amounts, target_ids) with ordinality as asked (kind, amount, target_id, position)
    left join transfers found on found.id = target_id;
    if is_unclear then
      return false;
    end if;
    select array_agg(id order by id), array_agg(position order by id) into sorted_ids, sorted_positions
    from unnest(account_ids) with ordinality as named (id, position);
    select account_ids || coalesce(array_agg(distinct id), '{}') into account_ids
    from unnest(target_debit_ids || target_credit_ids) as target (id)
    where id is not null and position_in(sorted_ids, sorted_positions, id) is null;
    select array_agg(id order by id), array_agg(position order by id) into sorted_ids, sorted_positions
    from unnest(account_ids) with ordinality as named (id, position);
    select
      array_agg(coalesce(debit, position_in(sorted_ids, sorted_positions, debit_id)) order by position),
      array_agg(coalesce(credit, position_in(sorted_ids, sorted_positions, credit_id)) order by position),
      array_agg(coalesce(amount, hold) order by position),
      array_agg(coalesce(posting, target_posting) order by position)
    into debits, credits, amounts, postings
    from unnest(debits, credits, amounts, postings, held, target_debit_ids, target_credit_ids, target_postings)
      with ordinality as asked (debit, credit, amount, posting, hold, debit_id, credit_id, target_posting, position);
  end if;
  debits_pending := array_fill(0::bigint, array[cardinality(account_ids)]);
  debits_posted := debits_pending;
  debits_freed := debits_pending;
  credits_pending := debits_pending;
  credits_posted := debits_pending;
  credits_freed := debits_pending;
  for i in 1 .. cardinality(ids) loop
    d := debits[i];
    c := credits[i];
    if kinds[i] = 'posted' then
      debits_posted[d] := debits_posted[d] + amounts[i];
      credits_posted[c] := credits_posted[c] + amounts[i];
    elsif kinds[i] = 'pending' then
      debits_pending[d] := debits_pending[d] + amounts[i];
      credits_pending[c] := credits_pending[c] + amounts[i];
    else
      posted := case kinds[i] when 'post' then amounts[i] else 0 end;
      debits_pending[d] := debits_pending[d] - held[i];
      debits_posted[d] := debits_posted[d] + posted;
      debits_freed[d] := debits_freed[d] + held[i] - posted;
      credits_pending[c] := credits_pending[c] - held[i];
      credits_posted[c] := credits_posted[c] + posted;
      credits_freed[c] := credits_freed[c] + held[i] - posted;
    end if;
  end loop;

  -- Adds to the rows as they are once their locks are had, in id order. What an account is credited in this batch, and
  -- what is set free, does not count for what it is debited: then the order can't matter.
  with changed as (
    update accounts set
      debits_pending_micros = debits_pending_micros + debit_pending,
      debits_posted_micros = debits_posted_micros + debit_posted,
      credits_pending_micros = credits_pending_micros + credit_pending,
      credits_posted_micros = credits_posted_micros + credit_posted
    from (
      select *
      from unnest(
        account_ids, debits_pending, debits_posted, debits_freed, credits_pending, credits_posted, credits_freed
      ) with ordinality as moved (
        id, debit_pending, debit_posted, debit_freed, credit_pending, credit_posted, credit_freed, position
      )
      order by id
    ) change
    where accounts.id = change.id
    returning
      position, code, owner_id, subject_id, customer_id,
      case side
        when 'credit' then
          credits_posted_micros - credit_posted - debits_posted_micros - debits_pending_micros < debit_freed
        else debits_posted_micros - debit_posted - credits_posted_micros - credits_pending_micros < credit_freed
      end as is_short
  )
  select
    array_agg(code), array_agg(owner_id), array_agg(subject_id), array_agg(customer_id), bool_or(changed.is_short)
  into codes, owner_ids, subject_ids, customer_ids, is_short
  from (select * from changed order by position) changed;

  if is_short
    or cardinality(codes) is distinct from cardinality(account_ids)
    or exists (
      select from (
        select
          posting, codes[debit] as debit_code, codes[credit] as credit_code,
          owner_ids[debit] = owner_ids[credit] as is_same_owner,
          coalesce(subject_ids[debit] = subject_ids[credit], true) as is_same_subject,
          customer_ids[debit] = customer_ids[credit] as is_same_customer
        from unnest(debits, credits, postings) as transfer (debit, credit, posting)
        group by 1, 2, 3, 4, 5, 6
      ) used
      left join posting_pairs pair using (posting, debit_code, credit_code)
      where pair.posting is null
        or same_owner and not is_same_owner
        or same_subject and not is_same_subject
        or between_customers = is_same_customer
    )
    or exists (select from unnest(expiries) as pending (expires_at) where expires_at <= at)
  then
    raise exception 'to be taken in order' using errcode = 'LG002';
  end if;

  insert into transfers (
    id, kind, debit_account_id, credit_account_id, amount_micros, pending_id, posting, cause_kind, cause_id, flow_id,
    expires_at, created_at
  )
  select
    id, kind, account_ids[debit], account_ids[credit], amount, target_id, posting, cause_kind, cause_id, flow_id,
    expires_at, at
  from unnest(ids, kinds, debits, credits, amounts, target_ids, postings, cause_kinds, cause_ids, flow_ids, expiries)
    as taken (id, kind, debit, credit, amount, target_id, posting, cause_kind, cause_id, flow_id, expires_at);
  if expiries is not null then
    insert into pending_expiries (transfer_id, expires_at)
    select id, expires_at from unnest(ids, expiries) as taken (id, expires_at) where expires_at is not null;
  end if;
  if target_ids is not null then
    delete from pending_expiries where transfer_id = any (target_ids);
  end if;
  if flow_ids is not null then
    perform add_to_flow_lines(
      at, codes, owner_ids, null, kinds, debits, credits, amounts, flow_ids, flow_types, flow_subject_kinds,
      flow_subject_ids
    );
  end if;
  return true;
exception
  -- Short, not open, not allowed, there already: in order each transfer gets its own result.
  when sqlstate 'LG002' or unique_violation or check_violation or not_null_violation then
    return false;
end $$;
