-- A party's people see each other; what they sign in with nobody sees.
create policy own_party on partners.people
using ((select platform.scope_is_system()) or party_id = (select platform.scope_party_id()));
create policy secrets_scope on partners.secrets using ((select platform.scope_is_system()));
create policy sessions_scope on partners.sessions using ((select platform.scope_is_system()));
create policy known_networks_scope on partners.known_networks using ((select platform.scope_is_system()));
create policy done_requests_scope on partners.done_requests using ((select platform.scope_is_system()));
