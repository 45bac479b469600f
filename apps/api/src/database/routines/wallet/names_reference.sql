-- Whether a line's text has a deposit reference, in any case and however a bank broke it, as words of its own: what
-- stands before or after it in one word is no reference. The program looks for it alike (`referencesIn`).
create or replace function wallet.names_reference(remittance text, code text) returns boolean
language sql immutable set search_path = ''
return upper(remittance) ~ (
  '(^|[^A-Z0-9])' || regexp_replace(code, '(?<=.)(?=.)', '[^A-Z0-9]*', 'g') || '([^A-Z0-9]|$)');
