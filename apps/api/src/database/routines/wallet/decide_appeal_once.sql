-- An appeal is decided once, not by the hold's maker or checker; but anybody may decide it by releasing the hold.
create or replace function wallet.decide_appeal_once() returns trigger language plpgsql as $$
begin
  if old.decided_at is not null
    or (new.appeal_id, new.hold_id, new.customer_id, new.request_id, new.grounds, new.filed_at)
      is distinct from (old.appeal_id, old.hold_id, old.customer_id, old.request_id, old.grounds, old.filed_at)
    or exists (
      select from wallet.holds h
      where h.hold_id = new.hold_id and new.decided_by in (h.proposed_by, h.approved_by)
        and (new.decision <> 'released' or h.released_at is null)) then
    raise exception 'an appeal is decided once, by somebody who did not place the hold'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
