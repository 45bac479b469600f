-- Customers can't read pending letters.
create policy system_only on mail.letters using ((select platform.scope_is_system()));
