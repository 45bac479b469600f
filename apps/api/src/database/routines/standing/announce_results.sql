-- Publishes each result that counts, in order per customer, so that settling need not wait for a score.
create or replace function standing.announce_results() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.publish('standing.result', result.customer_id::text,
    jsonb_build_object('plan_id', result.plan_id, 'revision', result.revision))
  from new_results as result where result.cause <> 'owed';
  return null;
end $$;
