-- Approved proposals; approvals are final.
create or replace view operators.approved as
select proposal_id, action, subject_kind, subject_id, payload
from operators.proposals join operators.decisions using (proposal_id)
where verdict = 'approved';
