-- An approval on trial can't be committed, only rolled back.
create or replace function operators.refuse_trial() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'proposal % was approved on trial only', new.proposal_id
    using errcode = 'insufficient_privilege', hint = 'Roll back to before the trial.';
end
$$;
