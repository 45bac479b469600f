-- Numbers a version after its text's newest, and publishes it now. Of two at once, one finds its number taken.
create or replace function content.number_version() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := 1 + coalesce(
    (select max(version) from content.text_versions where (kind, name) = (new.kind, new.name)), 1);
  new.published_at := platform.now();
  return new;
end $$;
