-- One field of the canonical form: its length in bytes, a colon, the text, a comma; '-,' for null.
create or replace function audit.field(value text) returns text language sql immutable parallel safe
return case when value is null then '-,' else octet_length(value) || ':' || value || ',' end;
