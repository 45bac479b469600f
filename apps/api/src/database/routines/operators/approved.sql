-- What a second person has approved, and can't be taken back.
create or replace view operators.approved as
select proposal_id, action, subject_kind, subject_id, payload
from operators.proposals join operators.decisions using (proposal_id)
where verdict = 'approved';
