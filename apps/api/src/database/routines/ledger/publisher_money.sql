-- What a publisher has: free, and of plans that are not released yet. For that party, and for the program.
create or replace function ledger.publisher_money(of_publisher uuid)
returns table (available_micros numeric, unsettled_micros numeric)
language sql stable security definer set search_path = '' as $$
  select
    coalesce(sum(credits_posted_micros - debits_posted_micros) filter (where code = 'publisher_available'), 0),
    coalesce(sum(credits_posted_micros - debits_posted_micros) filter (where code = 'publisher_unsettled'), 0)
  from ledger.accounts
  where owner_id = of_publisher and (platform.scope_is_system() or owner_id = platform.scope_party_id())
$$;
