-- No customer sees what advertisers are told.
create policy system_scope on notices.receivers using ((select platform.scope_is_system()));
create policy system_scope on notices.secrets using ((select platform.scope_is_system()));
create policy system_scope on notices.messages using ((select platform.scope_is_system()));
