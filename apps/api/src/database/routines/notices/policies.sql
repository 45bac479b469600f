-- No customer sees what advertisers are told.
create policy system_scope on notices.receivers using ((select platform.scope_is_system()));
create policy system_scope on notices.secrets using ((select platform.scope_is_system()));
create policy system_scope on notices.messages using ((select platform.scope_is_system()));
-- The office's login may have a test sent, and can't say of a conversion or a plan what is not so.
create policy tests_alone on notices.messages as restrictive for insert to adtally_office 
  with check (kind = 'test' and body::jsonb ->> 'type' = 'test');
