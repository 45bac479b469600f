-- Staff say where notices go and send one again; the worker writes and sends them. What a message says never changes.
grant usage on schema notices to adtally_worker, adtally_office;
grant select on notices.receivers, notices.messages to adtally_worker, adtally_office;
grant insert (advertiser_id, url, registered_at), update (url) on notices.receivers to adtally_office;
grant update (busy_until) on notices.receivers to adtally_worker;

grant select on notices.secrets to adtally_worker;
grant select (advertiser_id, replaced_at) on notices.secrets to adtally_office;
grant insert, update (replaced_at) on notices.secrets to adtally_office;

grant insert on notices.messages to adtally_worker, adtally_office;
grant update (state, tries, next_try_at, tries_until, last_answer, ended_at) on notices.messages to adtally_worker;
grant update (state, tries, next_try_at, tries_until, ended_at) on notices.messages to adtally_office;
grant delete on notices.messages to adtally_worker;

-- An advertiser's own people say where their notices go, replace their secret, have a test written and one sent again.
grant usage on schema notices to adtally_api;
grant select on notices.receivers, notices.messages to adtally_api;
grant insert (advertiser_id, url, registered_at), update (url) on notices.receivers to adtally_api;
grant select (advertiser_id, replaced_at), insert, update (replaced_at) on notices.secrets to adtally_api;
grant insert on notices.messages to adtally_api;
grant update (state, tries, next_try_at, tries_until, ended_at) on notices.messages to adtally_api;
