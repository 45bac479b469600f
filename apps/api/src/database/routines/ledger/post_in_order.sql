-- Posting, the exact way: one transfer after the other, in memory. Account columns are parallel arrays by position;
-- transfers name accounts, and what they resolve or reverse, by position. Called by `post_transfers` only. LG001: an
-- account that is neither open nor described.
create or replace function ledger.post_in_order(
  at timestamptz,
  new_codes text[], new_owner_ids uuid[], new_subject_ids uuid[], new_customer_ids uuid[],
  account_ids uuid[],
  ids uuid[], groups integer[], kinds ledger.transfer_kind[], debits integer[], credits integer[], amounts bigint[],
  target_ids uuid[], postings text[], cause_kinds text[], cause_ids text[], expiries timestamptz[],
  flow_ids text[], flow_types text[], flow_subject_kinds text[], flow_subject_ids text[]
)
returns text[] language plpgsql set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare
  results text[] := array_fill('ok'::text, array[cardinality(ids)]);
  -- Accounts by position, as they stand while the batch is walked through.
  codes text[];
  owner_ids uuid[];
  subject_ids uuid[];
  customer_ids uuid[];
  debit_sides boolean[];
  debits_pending bigint[];
  debits_posted bigint[];
  credits_pending bigint[];
  credits_posted bigint[];
  -- Named targets by position; `kind` is null while there is no such transfer.
  named_ids uuid[];
  named_positions integer[];
  named_kinds ledger.transfer_kind[];
  named_debits integer[];
  named_credits integer[];
  named_amounts bigint[];
  named_postings text[];
  named_expiries timestamptz[];
  named_resolutions ledger.transfer_kind[];
  named_reversed bigint[];
  own_targets integer[];
  targets integer[];
  earlier integer[];
  open_ids uuid[];
  sorted_ids uuid[];
  sorted_positions integer[];
  verdict record;
  result text;
  kind ledger.transfer_kind;
  group_start integer;
  group_failed boolean;
  d integer;
  c integer;
  t integer;
  pending bigint;
  posted bigint;
begin
  if cardinality(new_codes) > 0
    and (select count(*) from accounts where id = any (account_ids)) < cardinality(account_ids)
  then
    perform open_accounts(new_codes, new_owner_ids, new_subject_ids, new_customer_ids);
    select array_agg(id) into open_ids from accounts where id = any (account_ids);
    if exists (
      select from unnest(account_ids) as wanted (id)
      where id <> all (coalesce(open_ids, '{}'))
        and id not in (
          select account_id(code, owner_id, subject_id)
          from unnest(new_codes, new_owner_ids, new_subject_ids) as opening (code, owner_id, subject_id)
        )
    ) then
      raise exception 'an account is neither open nor described' using errcode = 'LG001';
    end if;
    if cardinality(open_ids) is distinct from cardinality(account_ids) then
      -- An account that may not be opened has no position: what names it breaks a rule.
      select
        array_agg(array_position(open_ids, account_ids[debit]) order by position),
        array_agg(array_position(open_ids, account_ids[credit]) order by position)
      into debits, credits
      from unnest(debits, credits) with ordinality as asked (debit, credit, position);
      account_ids := coalesce(open_ids, '{}');
    end if;
  end if;

  if target_ids is not null then
    select array_agg(id order by id), array_agg(position order by id) into sorted_ids, sorted_positions
    from unnest(account_ids) with ordinality as wanted (id, position);
    select account_ids || coalesce(array_agg(distinct side.account_id), '{}') into account_ids
    from transfers
    cross join lateral (values (debit_account_id), (credit_account_id)) as side (account_id)
    where id = any (target_ids)
      and position_in(sorted_ids, sorted_positions, side.account_id) is null;
    select array_agg(id order by id), array_agg(position order by id)
    into sorted_ids, sorted_positions
    from unnest(account_ids) with ordinality as wanted (id, position);
  end if;

  -- 1. Locks all accounts in id order, as a statement of its own: the next one sees what others committed meanwhile.
  select
    array_agg(code), array_agg(owner_id), array_agg(subject_id), array_agg(customer_id), array_agg(side = 'debit'),
    array_agg(debits_pending_micros), array_agg(debits_posted_micros),
    array_agg(credits_pending_micros), array_agg(credits_posted_micros)
  into
    codes, owner_ids, subject_ids, customer_ids, debit_sides,
    debits_pending, debits_posted, credits_pending, credits_posted
  from (
    select * from (
      select account.*, position
      from unnest(account_ids) with ordinality as wanted (id, position)
      join accounts account on account.id = wanted.id
      order by account.id
      for no key update of account
    ) locked
    order by position
  ) held;

  if cardinality(codes) is distinct from nullif(cardinality(account_ids), 0) then
    raise exception 'an account is neither open nor described' using errcode = 'LG001';
  end if;

  -- 2. What exists already, and what no balance would make right.
  for verdict in
    select position, verdict.result
    from unnest(
      ids, kinds, debits, credits, amounts, target_ids, postings, cause_kinds, cause_ids, expiries, flow_ids
    ) with ordinality as asked (
      id, kind, debit, credit, amount, target_id, posting, cause_kind, cause_id, expires_at, flow_id, position
    )
    left join transfers found on found.id = asked.id
    left join posting_pairs pair
      on pair.posting = asked.posting and debit_code = codes[debit] and credit_code = codes[credit]
    cross join lateral (
      select case
        when found.id is not null then
          case
            when found.kind = asked.kind
              and coalesce(found.pending_id, found.reverses_id) is not distinct from target_id
              and found.amount_micros
                = coalesce(amount, (select amount_micros from transfers whole where whole.id = target_id))
              and (found.cause_kind, found.cause_id) = (asked.cause_kind, asked.cause_id)
              and found.flow_id is not distinct from asked.flow_id
              and found.expires_at is not distinct from asked.expires_at
              and (
                target_id is not null
                or found.posting = asked.posting
                  and found.debit_account_id = account_ids[debit] and found.credit_account_id = account_ids[credit]
              )
            then 'exists'
            else 'exists_with_other_content'
          end
        when amount not between 1 and 1000000000000000000 then 'amount_not_positive'
        when asked.kind not in ('posted', 'pending') then null
        when debit = credit then 'accounts_equal'
        when pair.posting is null or amount is null
          or same_owner and owner_ids[debit] <> owner_ids[credit]
          or same_subject and subject_ids[debit] <> subject_ids[credit]
          or between_customers = (customer_ids[debit] = customer_ids[credit])
        then 'account_rule_broken'
        when asked.expires_at <= at then 'pending_expired'
      end as result
    ) as verdict
    where verdict.result is not null
  loop
    results[verdict.position] := verdict.result;
  end loop;

  if target_ids is not null then
    select
      -- A target that was committed since its accounts were looked for is not there yet: they are not locked.
      array_agg(id), array_agg(case when debit + credit is not null then kind end), array_agg(debit),
      array_agg(credit), array_agg(amount_micros), array_agg(posting), array_agg(expires_at), array_agg(resolution),
      array_agg(reversed)
    into
      named_ids, named_kinds, named_debits, named_credits, named_amounts, named_postings, named_expiries,
      named_resolutions, named_reversed
    from (
      select
        named.id, found.kind, position_in(sorted_ids, sorted_positions, found.debit_account_id) as debit,
        position_in(sorted_ids, sorted_positions, found.credit_account_id) as credit, found.amount_micros,
        found.posting, found.expires_at, resolution.kind as resolution,
        coalesce(
          (select sum(amount_micros) from transfers reversal where reversal.reverses_id = named.id), 0
        )::bigint as reversed
      from (select distinct id from unnest(target_ids) as target (id) where id is not null) named
      left join transfers found on found.id = named.id
      left join transfers resolution on resolution.pending_id = named.id
      order by named.id
    ) named;
    named_positions := array(select generate_series(1, cardinality(named_ids)));
    select
      array_agg(width_bucket(target_id, named_ids) order by position),
      array_agg(position_in(named_ids, named_positions, id) order by position)
    into targets, own_targets
    from unnest(target_ids, ids) with ordinality as asked (target_id, id, position);
  end if;
  if (select count(distinct id) from unnest(ids) as asked (id)) < cardinality(ids) then
    select array_agg(previous order by position) into earlier
    from (
      select position, lag(position) over (partition by id order by position) as previous
      from unnest(ids) with ordinality as asked (id, position)
    ) asked;
  end if;

  -- 3. In exact order, in memory.
  for i in 1 .. cardinality(ids) loop
    if i = 1 or groups[i] <> groups[i - 1] then
      group_start := i;
      group_failed := false;
    elsif group_failed then
      results[i] := 'linked_failed';
      continue;
    end if;
    result := results[i];
    kind := kinds[i];
    d := debits[i];
    c := credits[i];

    if earlier is not null and result not in ('exists', 'exists_with_other_content') then
      t := earlier[i];
      while results[t] <> 'ok' loop
        t := earlier[t];
      end loop;
      if t is not null then
        result := case
          when kinds[t] = kind
            and target_ids[t] is not distinct from target_ids[i]
            and amounts[t] = coalesce(amounts[i], named_amounts[targets[i]])
            and (cause_kinds[t], cause_ids[t]) = (cause_kinds[i], cause_ids[i])
            and flow_ids[t] is not distinct from flow_ids[i]
            and expiries[t] is not distinct from expiries[i]
            and (target_ids[i] is not null or (debits[t], credits[t], postings[t]) = (d, c, postings[i]))
          then 'exists'
          else 'exists_with_other_content'
        end;
      end if;
    end if;

    if result = 'ok' then
      if kind = 'posted' then
        pending := 0;
        posted := amounts[i];
      elsif kind = 'pending' then
        pending := amounts[i];
        posted := 0;
      else
        t := targets[i];
        result := case
          when kind = 'reversal' then
            case
              when named_kinds[t] is null or named_kinds[t] not in ('posted', 'post', 'reversal')
              then 'original_not_found'
              when coalesce(amounts[i], named_amounts[t]) > named_amounts[t] - named_reversed[t]
              then 'exceeds_original_amount'
              else 'ok'
            end
          when named_kinds[t] is null then 'pending_not_found'
          when named_kinds[t] <> 'pending' then 'pending_not_pending'
          when named_resolutions[t] = 'post' then 'pending_already_posted'
          when named_resolutions[t] = 'void' then 'pending_already_voided'
          when named_resolutions[t] = 'expire' then 'pending_expired'
          when (kind = 'expire') <> (coalesce(named_expiries[t] <= at, false)) then
            case kind when 'expire' then 'pending_not_expired' else 'pending_expired' end
          when amounts[i] > named_amounts[t] then 'exceeds_pending_amount'
          else 'ok'
        end;
        if result = 'ok' then
          amounts[i] := coalesce(amounts[i], named_amounts[t]);
          postings[i] := named_postings[t];
          if kind = 'reversal' then
            d := named_credits[t];
            c := named_debits[t];
            pending := 0;
            posted := amounts[i];
          else
            d := named_debits[t];
            c := named_credits[t];
            pending := -named_amounts[t];
            posted := case kind when 'post' then amounts[i] else 0 end;
          end if;
        end if;
      end if;
    end if;

    if result = 'ok' and (
      not debit_sides[d] and credits_posted[d] - debits_posted[d] - debits_pending[d] < pending + posted
      or debit_sides[c] and debits_posted[c] - credits_posted[c] - credits_pending[c] < pending + posted
    ) then
      result := 'insufficient_funds';
    end if;

    if result = 'ok' then
      debits[i] := d;
      credits[i] := c;
      debits_pending[d] := debits_pending[d] + pending;
      debits_posted[d] := debits_posted[d] + posted;
      credits_pending[c] := credits_pending[c] + pending;
      credits_posted[c] := credits_posted[c] + posted;
      if targets is not null then
        if kind = 'reversal' then
          named_reversed[t] := named_reversed[t] + posted;
        elsif targets[i] is not null then
          named_resolutions[t] := kind;
        end if;
        t := own_targets[i];
        if t is not null then
          named_kinds[t] := kind;
          named_debits[t] := d;
          named_credits[t] := c;
          named_amounts[t] := amounts[i];
          named_postings[t] := postings[i];
          named_expiries[t] := expiries[i];
        end if;
      end if;
    elsif result <> 'exists' then
      -- The group fails: what its earlier transfers did is taken back.
      group_failed := true;
      for j in group_start .. i - 1 loop
        if results[j] = 'ok' then
          d := debits[j];
          c := credits[j];
          t := targets[j];
          pending := case
            when kinds[j] = 'pending' then amounts[j]
            when kinds[j] in ('post', 'void', 'expire') then -named_amounts[t]
            else 0
          end;
          posted := case when kinds[j] in ('posted', 'post', 'reversal') then amounts[j] else 0 end;
          debits_pending[d] := debits_pending[d] - pending;
          debits_posted[d] := debits_posted[d] - posted;
          credits_pending[c] := credits_pending[c] - pending;
          credits_posted[c] := credits_posted[c] - posted;
          if kinds[j] = 'reversal' then
            named_reversed[t] := named_reversed[t] - posted;
          elsif t is not null then
            named_resolutions[t] := null;
          end if;
          if own_targets[j] is not null then
            named_kinds[own_targets[j]] := null;
          end if;
        end if;
        results[j] := 'linked_failed';
      end loop;
    end if;
    results[i] := result;
  end loop;

  -- 4. What was accepted, set by set.
  insert into transfers (
    id, kind, debit_account_id, credit_account_id, amount_micros, pending_id, reverses_id, posting, cause_kind,
    cause_id, flow_id, expires_at, created_at
  )
  select
    id, kind, account_ids[debit], account_ids[credit], amount,
    case when kind <> 'reversal' then target_id end, case when kind = 'reversal' then target_id end,
    posting, cause_kind, cause_id, flow_id, expires_at, at
  from unnest(
    results, ids, kinds, debits, credits, amounts, target_ids, postings, cause_kinds, cause_ids, flow_ids, expiries
  ) as taken (
    result, id, kind, debit, credit, amount, target_id, posting, cause_kind, cause_id, flow_id, expires_at
  )
  where result = 'ok';

  update accounts set
    debits_pending_micros = now.debits_pending, debits_posted_micros = now.debits_posted,
    credits_pending_micros = now.credits_pending, credits_posted_micros = now.credits_posted
  from unnest(account_ids, debits_pending, debits_posted, credits_pending, credits_posted)
    as now (id, debits_pending, debits_posted, credits_pending, credits_posted)
  where accounts.id = now.id
    and (debits_pending_micros, debits_posted_micros, credits_pending_micros, credits_posted_micros)
      <> (now.debits_pending, now.debits_posted, now.credits_pending, now.credits_posted);

  if expiries is not null or target_ids is not null then
    insert into pending_expiries (transfer_id, expires_at)
    select id, expires_at from unnest(results, ids, expiries) as taken (result, id, expires_at)
    where result = 'ok' and expires_at is not null;
    delete from pending_expiries
    where transfer_id = any (
      select target_id from unnest(results, target_ids) as taken (result, target_id) where result = 'ok'
    );
  end if;
  if flow_ids is not null then
    perform add_to_flow_lines(
      at, codes, owner_ids, results, kinds, debits, credits, amounts, flow_ids, flow_types, flow_subject_kinds,
      flow_subject_ids
    );
  end if;
  return results;
end $$;
