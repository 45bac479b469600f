-- What failures under a partner's address are counted by; no username of staff has the same.
create or replace function partners.tries_key(address text) returns bytea language sql immutable
return sha256(convert_to('partner ' || address, 'UTF8'));
