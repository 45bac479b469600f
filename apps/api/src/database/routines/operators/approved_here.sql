-- Proposals approved in this transaction, on trial or for good. The transaction's number identifies it, also in
-- subtransactions; `xmin` excludes an equal number from another cluster's backup.
create or replace view operators.approved_here as
select proposal_id, action, subject_kind, subject_id, proposal.customer_id, payload
from operators.proposals as proposal join operators.decisions as decision using (proposal_id)
where decision.decided_in = pg_current_xact_id_if_assigned() and age(decision.xmin) <= 0
  and decision.verdict = 'approved';
