-- No customer sees what advertisers are told.
create policy system_scope on notices.receivers using ((select platform.scope_is_system()));
create policy system_scope on notices.secrets using ((select platform.scope_is_system()));
create policy system_scope on notices.messages using ((select platform.scope_is_system()));
-- The office's login may have a test sent, and can't say of a conversion or a plan what is not so.
create policy tests_alone on notices.messages as restrictive for insert to adtally_office 
  with check (kind = 'test' and body::jsonb ->> 'type' = 'test');
-- An advertiser's own people; the api's login sees and writes nobody else's, whatever its transaction says it is.
create policy own_receiver on notices.receivers to adtally_api using (advertiser_id = (select platform.scope_party_id()));
create policy own_secrets on notices.secrets to adtally_api using (advertiser_id = (select platform.scope_party_id()));
create policy own_messages on notices.messages to adtally_api using (advertiser_id = (select platform.scope_party_id()));
create policy own_receiver_alone on notices.receivers as restrictive to adtally_api
  using (pg_has_role(session_user, 'adtally_office', 'member') or advertiser_id = (select platform.scope_party_id()));
create policy own_secrets_alone on notices.secrets as restrictive to adtally_api
  using (pg_has_role(session_user, 'adtally_office', 'member') or advertiser_id = (select platform.scope_party_id()));
create policy own_messages_alone on notices.messages as restrictive to adtally_api
  using (pg_has_role(session_user, 'adtally_office', 'member') or advertiser_id = (select platform.scope_party_id()));
create policy own_tests_alone on notices.messages as restrictive for insert to adtally_api
  with check (kind = 'test' and body::jsonb ->> 'type' = 'test');
