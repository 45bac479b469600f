-- Customers can't read pending letters.
-- A partner's people are told of what one of them did.
create policy of_partners on mail.letters for insert to adtally_api
  with check ((select platform.scope_party_id()) is not null);
create policy system_only on mail.letters using ((select platform.scope_is_system()));
