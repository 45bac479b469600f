-- A name's letters and digits, sorted, without accents and case; equal for spellings that `foldName` finds equal.
create or replace function wallet.letters_of(name text) returns text language sql immutable set search_path = '' as $$
  select coalesce(string_agg(letter, '' order by letter), '')
  from regexp_split_to_table(
    upper(replace(regexp_replace(
      normalize(name, nfkd), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]',
      '', 'g'), 'ß', 'ss')), '') as letter
  where letter ~ '[[:alnum:]]'
$$;
