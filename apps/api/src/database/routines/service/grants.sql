-- What was written never changes, only whether it was read. Visitors' threads are removed when their time is over.
grant usage on schema service to adtally_program;
grant select, insert on service.notifications, service.chat_messages, service.chat_threads, service.feedback,
  service.feedback_answers
  to adtally_program;
grant select, insert, delete on service.guest_threads, service.guest_messages to adtally_program;
grant update (read_at) on service.notifications to adtally_program;
grant update (read_at, revision) on service.chat_messages to adtally_program;
grant update (revision) on service.chat_threads to adtally_program;
grant update (changed_at) on service.guest_threads to adtally_program;
grant update (read_at) on service.guest_messages to adtally_program;
