-- The fields by which two statements' lines differ, as a list of field, here and there; spaces aside, as formats break
-- texts in different places. Null if neither differs or one line is missing.
create or replace function wallet.differing_fields(here jsonb, there jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('field', mine.key, 'here', mine.value, 'there', theirs.value) order by place)
  from jsonb_each_text(here) with ordinality as mine (key, value, place)
  join jsonb_each_text(there) as theirs (key, value) on theirs.key = mine.key
  where replace(mine.value, ' ', '') <> replace(theirs.value, ' ', '')
$$;
