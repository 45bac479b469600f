-- The part of an approved payload that is about a new row, or about a row's changes: members that are columns, with
-- digests and sealed texts in the column's format. A new row must carry its own proposal.
create or replace function operators.as_written(approved uuid, payload jsonb, made jsonb, before jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(
    said.key,
    case
      when made ->> said.key like '\\x%' and jsonb_typeof(said.value) = 'string'
        then to_jsonb('\x' || (said.value #>> '{}'))
      else said.value
    end), '{}')
  from jsonb_each(
    payload || case when before is null and made ? 'proposal_id' then jsonb_build_object('proposal_id', approved) else '{}' end
  ) as said
  where made ? said.key and (before is null or made -> said.key is distinct from before -> said.key)
$$;
