-- How long staff's holds other than `left_out` have held, or may still hold, this customer's money in the year before
-- `at`. Leaves out holds with their own clocks (new beneficiaries, legal holds) and stopped time. An open hold counts
-- up to its deadline even if its clock is stopped, because it will go on.
create or replace function wallet.held_ms_of_year(owner_id uuid, at timestamptz, left_out uuid) returns float8
language sql stable set search_path = '' as $$
  select coalesce(sum(greatest(0,
    extract(epoch from case when released_at is null then deadline else least(released_at, clock_stopped_at) end
      - created_at) * 1000 - stopped_ms)), 0)::float8
  from wallet.holds
  where customer_id = owner_id and created_at > (at at time zone 'UTC' - interval '1 year') at time zone 'UTC' and hold_id is distinct from left_out
    and reason in ('identity_documents', 'disputed_deposit', 'account_theft')
$$;
