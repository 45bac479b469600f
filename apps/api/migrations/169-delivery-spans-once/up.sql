-- Where a cursor stood identifies what was carried from there: no span is billed twice, and only `delivery.carry_spans`
-- (154) keeps one.
alter table delivery.spend_batches add constraint spend_batches_carried_once unique (node_id, after_batch);
alter table delivery.spend_batches enable always trigger spend_batches_are_final;
revoke insert on delivery.spend_batches from adtally_program;
