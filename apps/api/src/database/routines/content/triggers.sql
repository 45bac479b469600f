create trigger approved before insert on content.announcements
  for each row when (new.payment_stop is null)
  execute function operators.ask_approval('{announcement.publish}', 'announcement', 'announcement_id');
create trigger guarded before insert or update on content.announcements
  for each row execute function content.guard_announcement();
create trigger stay before delete or truncate on content.announcements
  for each statement execute function platform.refuse_change();
alter table content.announcements enable always trigger approved, enable always trigger guarded,
  enable always trigger stay;
