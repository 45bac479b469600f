-- An approval on trial is none: who has tried rolls back.
create or replace function operators.refuse_trial() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'proposal % was approved on trial only', new.proposal_id
    using errcode = 'insufficient_privilege', hint = 'Roll back to before the trial.';
end
$$;
