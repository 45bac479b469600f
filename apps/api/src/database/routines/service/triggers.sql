create trigger chat_changed after update on service.chat_threads
  for each row when (new.revision > old.revision) execute function service.announce_chat();

create trigger feedback_is_final before update or delete or truncate on service.feedback
  for each statement execute function platform.refuse_change();

create trigger feedback_answers_are_final before update or delete or truncate on service.feedback_answers
  for each statement execute function platform.refuse_change();

create trigger author_guarded before insert on service.chat_messages
  for each row execute function service.guard_author();
alter table service.chat_messages enable always trigger author_guarded;
create trigger author_guarded before insert on service.guest_messages
  for each row execute function service.guard_author();
alter table service.guest_messages enable always trigger author_guarded;
create constraint trigger said_by_its_person after insert on service.chat_messages
  deferrable initially deferred for each row when (new.author = 'service')
  execute function audit.ask_staff_act(
    '{chat.answered}', 'chat', 'message_id', 'staff_id', 'staff_name');
alter table service.chat_messages enable always trigger said_by_its_person;
create constraint trigger said_by_its_person after insert on service.guest_messages
  deferrable initially deferred for each row when (new.author = 'service')
  execute function audit.ask_staff_act('{guest.answered}', 'guest_thread', 'thread_id', 'staff_id');
alter table service.guest_messages enable always trigger said_by_its_person;
create constraint trigger said_by_its_person after insert on service.feedback_answers
  deferrable initially deferred for each row execute function audit.ask_staff_act(
    '{feedback.answered}', 'feedback', 'feedback_id', 'staff_id', 'staff_name');
alter table service.feedback_answers enable always trigger said_by_its_person;
