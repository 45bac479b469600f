-- An announcement is published now. The program itself only announces stopped payments, to everybody and at once.
-- Notices go out once it has begun, but not after it was withdrawn or is over; withdrawal is final.
create or replace function content.guard_announcement() returns trigger language plpgsql
security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.published_at := platform.now();
    if num_nonnulls(new.withdrawn_at, new.told_up_to, new.told_at) > 0 then
      raise exception 'an announcement can''t begin as sent or withdrawn' using errcode = 'insufficient_privilege';
    end if;
    if new.payment_stop is not null and not (
      platform.acts_as('worker') and (new.category, new.audience) = ('system_announcement', 'everybody')
      and num_nonnulls(new.begins_at, new.ends_at) = 0) then
      raise exception 'the program announces a stop of payments to everybody, at once, and nothing else'
        using errcode = 'insufficient_privilege', hint = 'Have two people announce it.';
    end if;
    return new;
  end if;
  if old.withdrawn_at is not null then
    raise exception 'an announcement is withdrawn for good' using errcode = 'insufficient_privilege';
  end if;
  if (new.told_up_to, new.told_at) is distinct from (old.told_up_to, old.told_at)
    and (platform.now() < old.shown_from or platform.now() >= old.ends_at) then
    raise exception 'an announcement is told between its begin and its end' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
