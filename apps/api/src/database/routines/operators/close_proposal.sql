-- A decided proposal is open no more; one on trial stays so.
create or replace function operators.close_proposal() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  delete from operators.open_proposals where proposal_id = new.proposal_id;
  return null;
end
$$;
