-- A creative begins as a draft of its product's advertiser, is reviewed once, and does not change after that; an approved one
-- may be stopped for good.
create or replace function marketplace.guard_creative() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'a creative begins as a draft' using errcode = 'insufficient_privilege';
    end if;
    new.advertiser_id := (select advertiser_id from marketplace.products where product_id = new.product_id);
    if new.replaces is not null and not exists (
      select from marketplace.creatives
      where creative_id = new.replaces and product_id = new.product_id and kind = new.kind
    ) then
      raise exception 'a creative replaces one of its product and kind' using errcode = 'insufficient_privilege';
    end if;
  elsif old.status = 'approved' and new.status = 'stopped' then
    if (to_jsonb(new) - 'status') is distinct from (to_jsonb(old) - 'status') then
      raise exception 'a creative is reviewed once and otherwise never changed' using errcode = 'insufficient_privilege';
    end if;
  elsif old.status <> 'draft' or new.status not in ('approved', 'refused')
    or (to_jsonb(new) - array['status', 'refusal_reason', 'reviewed_by', 'reviewed_at'])
      is distinct from (to_jsonb(old) - array['status', 'refusal_reason', 'reviewed_by', 'reviewed_at']) then
    raise exception 'a creative is reviewed once and otherwise never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
