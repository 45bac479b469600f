-- A creative begins as a draft, is reviewed once, and does not change after that.
create or replace function marketplace.guard_creative() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'a creative begins as a draft' using errcode = 'insufficient_privilege';
    end if;
  elsif old.status <> 'draft' or new.status = 'draft'
    or (to_jsonb(new) - array['status', 'refusal_reason', 'reviewed_by', 'reviewed_at'])
      is distinct from (to_jsonb(old) - array['status', 'refusal_reason', 'reviewed_by', 'reviewed_at']) then
    raise exception 'a creative is reviewed once and otherwise never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
