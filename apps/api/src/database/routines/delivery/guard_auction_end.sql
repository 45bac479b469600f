-- What became of a bid is forgotten long after nothing more can be charged for it, and never where it was won.
create or replace function delivery.guard_auction_end() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if old.outcome = 'won' or old.ended_at > platform.now() - interval '48 hours' then
    raise exception 'what became of the bid % may still be asked for', old.decision_id
      using errcode = 'check_violation';
  end if;
  return old;
end
$$;
