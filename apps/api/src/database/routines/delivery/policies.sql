-- The program itself sees everything.
create policy system_scope on delivery.nodes using ((select platform.scope_is_system()));
create policy system_scope on delivery.budgets using ((select platform.scope_is_system()));
create policy system_scope on delivery.leases using ((select platform.scope_is_system()));
create policy system_scope on delivery.events using ((select platform.scope_is_system()));
create policy system_scope on delivery.agents using ((select platform.scope_is_system()));
create policy system_scope on delivery.rules using ((select platform.scope_is_system()));
create policy system_scope on delivery.rule_withdrawals using ((select platform.scope_is_system()));
create policy system_scope on delivery.stuck_events using ((select platform.scope_is_system()));
create policy system_scope on delivery.verdicts using ((select platform.scope_is_system()));
create policy system_scope on delivery.appeals using ((select platform.scope_is_system()));
create policy system_scope on delivery.restorations using ((select platform.scope_is_system()));
create policy system_scope on delivery.conversions using ((select platform.scope_is_system()));
create policy system_scope on delivery.conversion_payments using ((select platform.scope_is_system()));
create policy system_scope on delivery.cursors using ((select platform.scope_is_system()));
create policy system_scope on delivery.invalid_pass using ((select platform.scope_is_system()));
create policy system_scope on delivery.refusals using ((select platform.scope_is_system()));
create policy system_scope on delivery.kept_token_keys using ((select platform.scope_is_system()));
create policy system_scope on delivery.player_errors using ((select platform.scope_is_system()));
create policy system_scope on delivery.decision_counts using ((select platform.scope_is_system()));
create policy system_scope on delivery.auction_ends using ((select platform.scope_is_system()));
create policy system_scope on delivery.spend_batches using ((select platform.scope_is_system()));

-- Customers see the events of their own plans, and the rules.
create policy own_budgets on delivery.budgets for select using (customer_id = (select platform.scope_customer_id()));
create policy own_events on delivery.events for select
  using (plan_id in (select plan_id from delivery.budgets where customer_id = (select platform.scope_customer_id())));
create policy own_verdicts on delivery.verdicts for select
  using (plan_id in (select plan_id from delivery.budgets where customer_id = (select platform.scope_customer_id())));
create policy own_appeals on delivery.appeals using (customer_id = (select platform.scope_customer_id()));
create policy own_restorations on delivery.restorations for select
  using (plan_id in (select plan_id from delivery.budgets where customer_id = (select platform.scope_customer_id())));
create policy own_conversions on delivery.conversions for select
  using (plan_id in (select plan_id from delivery.budgets where customer_id = (select platform.scope_customer_id())));
create policy own_conversion_payments on delivery.conversion_payments for select
  using (plan_id in (select plan_id from delivery.budgets where customer_id = (select platform.scope_customer_id())));
create policy rules_for_all on delivery.rules for select using (platform.scope_customer_id() is not null);

-- Scalar subqueries are looked up row by row, where `exists` may read all events to answer one page.
-- Publishers see what they showed, what was found invalid of it, and their appeals.
create policy events_of_publisher on delivery.events for select to adtally_api
  using (publisher_id = (select platform.scope_party_id()));
create policy verdicts_of_publisher on delivery.verdicts for select to adtally_api
  using ((select platform.scope_party_id()) is not null
    and (select event_id from delivery.events
      where (events.event_id, events.decision_id) = (verdicts.event_id, verdicts.decision_id)) is not null);
create policy appeals_of_publisher on delivery.appeals for select to adtally_api
  using (publisher_id = (select platform.scope_party_id()));
create policy verdicts_of_one on delivery.publisher_verdicts
  using ((select platform.scope_is_system()) or publisher_id = (select platform.scope_party_id()));
-- Advertisers see the conversions that they reported, and what became of them; the budget tells whose and of which product.
create policy budgets_of_advertiser on delivery.budgets for select to adtally_api
  using (advertiser_id = (select platform.scope_party_id()));
create policy events_of_advertiser on delivery.events for select to adtally_api
  using (reported_by = (select platform.scope_party_id()));
create policy verdicts_of_advertiser on delivery.verdicts for select to adtally_api
  using (reported_by = (select platform.scope_party_id()));
create policy conversions_of_advertiser on delivery.conversions for select to adtally_api
  using ((select platform.scope_party_id()) is not null
    and (select event_id from delivery.events
      where (events.event_id, events.decision_id) = (conversions.event_id, conversions.decision_id)) is not null);
create policy conversion_payments_of_advertiser on delivery.conversion_payments for select to adtally_api
  using ((select platform.scope_party_id()) is not null
    and (select event_id from delivery.events where events.event_id = conversion_payments.event_id) is not null);
create policy restorations_of_party on delivery.restorations for select to adtally_api
  using ((select platform.scope_party_id()) is not null
    and (select event_id from delivery.events
      where (events.event_id, events.decision_id) = (restorations.event_id, restorations.decision_id)) is not null);
create policy rules_for_partners on delivery.rules for select to adtally_api
  using ((select platform.scope_party_id()) is not null);
