-- What a settlement was made by beside spend and revenue: a VIP month's lower share and a leader's share of profit. A
-- correction runs the same settlement again on what is kept here (PRODUCT §3, "Invalid after settlement").
alter table plans.results
  add column vip_id uuid,
  add column vip_fee_percent bigint check (vip_fee_percent between 0 and 100),
  add column leader_id uuid,
  add column share_rate_percent bigint check (share_rate_percent between 0 and 30),
  -- Loss that the pair of persons had to make up first, as it was known when this revision was made.
  add column share_carried_loss_micros bigint check (share_carried_loss_micros >= 0),
  add constraint results_vip_whole check ((vip_id is null) = (vip_fee_percent is null)),
  add constraint results_share_whole check (
    (leader_id is null) = (share_rate_percent is null) and (leader_id is null) = (share_carried_loss_micros is null)),
  add constraint results_rebate_of_vip check (vip_id is not null or rebate_micros = 0),
  add constraint results_share_of_leader check (leader_id is not null or profit_share_micros = 0),
  drop constraint results_cause_check,
  -- `share`: an earlier plan of the same two persons was corrected, and with it what was profit above their mark.
  add constraint results_cause_check check (cause in ('settlement', 'invalid', 'owed', 'share'));
create index results_by_vip on plans.results (vip_id) where vip_id is not null;

-- Where it is not an advertiser's escrow that went short but a person: their part of a share that could not be collected.
alter table plans.receivables add column creditor_customer_id uuid check (creditor_customer_id <> customer_id);
