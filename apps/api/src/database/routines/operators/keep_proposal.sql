-- Keeps a proposal for a second person; its hash and its times are the trigger's.
create or replace function operators.keep_proposal(
  maker uuid, new_id uuid, action text, subject_kind text, subject_id text, customer_id uuid, payload jsonb, reason text
) returns operators.proposals language sql set search_path = '' as $$
  insert into operators.proposals (
    maker_id, proposal_id, action, subject_kind, subject_id, customer_id, payload, reason)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  returning *
$$;
