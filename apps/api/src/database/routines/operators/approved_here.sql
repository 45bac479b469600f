-- What is approved in this very transaction, on trial or for good. Its number tells, in all parts of it; the row's own
-- keeps out a number that another cluster's backup has brought.
create or replace view operators.approved_here as
select proposal_id, action, subject_kind, subject_id, proposal.customer_id, payload
from operators.proposals as proposal join operators.decisions as decision using (proposal_id)
where decision.decided_in = pg_current_xact_id_if_assigned() and age(decision.xmin) <= 0
  and decision.verdict = 'approved';
