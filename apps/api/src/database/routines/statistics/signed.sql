-- A notice after its HMAC-SHA256 (RFC 2104) in hexadecimal digits, because any login can notify on any channel.
create or replace function statistics.signed(notice text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(outer_pad || sha256(inner_pad || convert_to(notice, 'UTF8'))), 'hex') || notice
  from statistics.notice_keys
$$;
