-- Removes a decided proposal from the open ones, except on trial.
create or replace function operators.close_proposal() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  delete from operators.open_proposals where proposal_id = new.proposal_id;
  return null;
end
$$;
