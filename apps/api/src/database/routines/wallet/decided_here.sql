-- Whether this proposal was approved in this transaction, for this act and with this in its payload.
create or replace function wallet.decided_here(proposal uuid, act text, payload_part jsonb) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from operators.approved_here where proposal_id = proposal and action = act and payload @> payload_part)
$$;
