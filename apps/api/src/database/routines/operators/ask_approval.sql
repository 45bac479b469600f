-- Refuses a row or change that was not approved in this transaction as written: columns must have the values that the
-- proposal's payload has under their names. Arguments: the acts that make it, the subject's kind (`column:…` if a
-- column holds it), and the columns of its id.
create or replace function operators.ask_approval() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  made constant jsonb := to_jsonb(new);
  about_kind constant text := case
    when tg_argv[1] like 'column:%' then made ->> substr(tg_argv[1], 8) else tg_argv[1] end;
  about_id constant text := (
    select string_agg(coalesce(made ->> tg_argv[place], ''), '/' order by place)
    from generate_series(2, tg_nargs - 1) as place);
  approved record;
begin
  if platform.acts_as_owner() then
    return new;
  end if;
  for approved in
    select proposal_id, payload from operators.approved_here
    where action = any (tg_argv[0]::text[]) and (subject_kind, subject_id) = (about_kind, about_id)
  loop
    if to_jsonb(jsonb_populate_record(new, operators.as_written(approved.proposal_id, approved.payload, made,
        case tg_op when 'UPDATE' then to_jsonb(old) end))) = made then
      return new;
    end if;
  end loop;
  raise exception 'nobody approved % of %', tg_argv[0], coalesce(about_id, tg_table_name)
    using errcode = 'insufficient_privilege',
      hint = 'Propose it as it is to be written, and have a second person approve it.';
end
$$;
