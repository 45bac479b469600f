create trigger approved before insert on content.announcements
  for each row when (new.payment_stop is null)
  execute function operators.ask_approval('{announcement.publish}', 'announcement', 'announcement_id');
create trigger guarded before insert or update on content.announcements
  for each row execute function content.guard_announcement();
create trigger stay before delete or truncate on content.announcements
  for each statement execute function platform.refuse_change();
alter table content.announcements enable always trigger approved, enable always trigger guarded,
  enable always trigger stay;

create trigger numbered before insert on content.text_versions
  for each row execute function content.number_version();
-- After numbering, because the approval is compared with the row as written.
create trigger said_by_two before insert on content.text_versions
  for each row execute function operators.ask_approval('{text.publish}', 'text', 'kind', 'name');
create trigger announced after insert on content.text_versions
  for each row execute function content.announce_version();
create trigger stay before update or delete or truncate on content.text_versions
  for each statement execute function platform.refuse_change();
alter table content.text_versions enable always trigger numbered, enable always trigger said_by_two,
  enable always trigger announced, enable always trigger stay;
