-- No customer reads what is on its way to anybody.
create policy system_only on mail.letters using ((select platform.scope_is_system()));
