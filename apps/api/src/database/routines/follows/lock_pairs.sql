-- Locks pairs' high-water marks until the transaction ends, always in the same order, so that two transactions that
-- need several don't deadlock. A function, as locking requires the right to write.
create or replace function follows.lock_pairs(follower_ids uuid[], leader_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  if not platform.scope_is_system() then
    raise exception 'marks are settled in the system''s scope' using errcode = 'insufficient_privilege';
  end if;
  perform from follows.pairs
  where (follower_person_id, leader_person_id) in (select * from unnest(follower_ids, leader_ids))
  order by follower_person_id, leader_person_id
  for update;
end $$;
