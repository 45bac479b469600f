-- Lists show a creative's picture at 88 pixels: a small WebP beside the whole one spares a phone the rest. Rows never
-- change, so what was kept before has none and is shown whole; so is what would not have become less.
alter table marketplace.assets
  add column small_content bytea,
  add constraint assets_small_is_a_smaller_webp check (
    small_content is null
    or (
      media_type like 'image/%'
      and substring(small_content from 9 for 4) = 'WEBP'::bytea
      and octet_length(small_content) < octet_length(content)
    )
  );
