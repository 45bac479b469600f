-- A payout must be among those that two people approve in this transaction, with that account and amount.
create or replace function payouts.ask_approval() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as_owner() and not exists (
    select from operators.approved_here
    where proposal_id = new.proposal_id and action = 'payouts.send'
      and payload -> 'payouts' @> jsonb_build_array(jsonb_build_object(
        'source', new.source, 'payee_id', new.payee_id, 'account_id', new.account_id,
        'amount_micros', new.amount_micros::text))
  ) then
    raise exception 'nobody approved paying % to %', new.amount_micros, new.payee_id
      using errcode = 'insufficient_privilege', hint = 'Propose the batch, and have a second person approve it.';
  end if;
  return new;
end
$$;
