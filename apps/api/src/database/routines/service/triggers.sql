create trigger chat_changed after update on service.chat_threads
  for each row when (new.revision > old.revision) execute function service.announce_chat();

create trigger feedback_is_final before update or delete or truncate on service.feedback
  for each statement execute function platform.refuse_change();

create trigger feedback_answers_are_final before update or delete or truncate on service.feedback_answers
  for each statement execute function platform.refuse_change();
