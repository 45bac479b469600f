-- Locks pairs' high-water marks until the transaction ends, always in the same order, so that two transactions that
-- need several never wait for one another. The program may not write a pair, which locking would otherwise ask for.
create function follows.lock_pairs(follower_ids uuid[], leader_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.scope_is_system() then
    raise exception 'marks are settled in the system''s scope' using errcode = 'insufficient_privilege';
  end if;
  perform from follows.pairs
  where (follower_person_id, leader_person_id) in (select * from unnest(follower_ids, leader_ids))
  order by follower_person_id, leader_person_id
  for update;
end $$;
revoke all on function follows.lock_pairs(uuid[], uuid[]) from public;
grant execute on function follows.lock_pairs(uuid[], uuid[]) to adtally_program;

comment on column follows.mark_entries.result_micros is
  'Profit of the plan, promotional spend counted as cost (PRODUCT §1, §6); of a later revision the difference.';
comment on column follows.mark_entries.mark_micros is
  'The most that all results came to, computed over all plans of the pair in the order of their first settlement; it can fall by a correction.';
create index mark_entries_by_leader on follows.mark_entries (leader_person_id, created_at);
