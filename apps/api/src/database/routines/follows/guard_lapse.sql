-- A draft lapses at its time, or with the following that it came from.
create or replace function follows.guard_lapse() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as_owner() and new.expires_at > platform.now() + interval '1 second' and not exists (
    select from follows.relations where relation_id = new.relation_id and ended_at is not null
  ) then
    raise exception 'draft % does not lapse before its time', new.draft_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
