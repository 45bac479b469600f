-- Messages never change, only whether they were read. Visitors' threads are deleted after their time.
grant usage on schema service to adtally_program;
grant select on service.notifications to adtally_api;
grant update (read_at) on service.notifications to adtally_api;
grant insert on service.notifications to adtally_worker;

grant select, insert on service.chat_messages, service.chat_threads, service.guest_threads, service.guest_messages
  to adtally_api, adtally_office;
grant update (read_at, revision) on service.chat_messages to adtally_api, adtally_office;
grant update (revision) on service.chat_threads to adtally_api, adtally_office;
grant update (changed_at) on service.guest_threads to adtally_api, adtally_office;
grant update (read_at) on service.guest_messages to adtally_api, adtally_office;
grant select, delete on service.guest_threads to adtally_worker;

grant select on service.feedback, service.feedback_answers to adtally_api, adtally_office;
grant insert on service.feedback to adtally_api;
grant insert on service.feedback_answers to adtally_office;
