-- The position that belongs to a value of a sorted array, found by halving it; null where the value is not there.
create or replace function ledger.position_in(sorted_ids uuid[], positions integer[], id uuid) returns integer
language sql immutable parallel safe
return case when sorted_ids[width_bucket(id, sorted_ids)] = id then positions[width_bucket(id, sorted_ids)] end;
