-- New lines have new numbers: with the number first their entries of the key share pages, where a customer's are anywhere.
alter table ledger.flow_lines drop constraint flow_lines_pkey;
alter table ledger.flow_lines add primary key (flow_id, customer_id);
-- A customer has few lines of one type and one moment: a page sorts those, which halves what each line's entry takes.
drop index ledger.flow_lines_newest;
create index flow_lines_newest on ledger.flow_lines (customer_id, type, first_at desc);
