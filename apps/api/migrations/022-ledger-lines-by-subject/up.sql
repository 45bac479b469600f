-- Who looks for a plan's, a withdrawal's or a bank line's number finds its few lines and sorts them: an index that also
-- gives their order is three times as large. The subject comes first: those that are written of now are new, so that
-- their entries share pages, where a customer's are anywhere.
drop index ledger.flow_lines_by_subject;
create index flow_lines_by_subject on ledger.flow_lines (subject_id, customer_id);
