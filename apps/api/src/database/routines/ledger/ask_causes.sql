-- Makes the commit check causes without postings in this transaction, so that a row that states an outcome can't
-- exist without its postings. Causes with postings are checked anyway.
create or replace function ledger.ask_causes(kinds text[], ids uuid[]) returns void
language sql security definer set search_path = ledger, pg_temp as $$
  insert into written_causes (cause_kinds, cause_ids)
  select array_agg(kind), array_agg(id)
  from (
    select kind, id from unnest(kinds, ids) as named (kind, id)
    except
    select asked.kind, asked.id
    from written_causes written, unnest(written.cause_kinds, written.cause_ids) as asked (kind, id)
  ) unasked
  having count(*) > 0
$$;
