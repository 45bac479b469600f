-- Placed plans rely on their product's terms, which never change; only whether it is open.
create or replace function marketplace.guard_product() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['is_open', 'version']) is distinct from (to_jsonb(old) - array['is_open', 'version'])
    or new.version <> old.version + 1 then
    raise exception 'a product''s terms are fixed; it is opened or closed, each time with the next version'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
