-- Whose conversion a verdict is about, so that an advertiser's are found by an index; null for other events.
create or replace function delivery.note_advertiser() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.reported_by := (select reported_by from delivery.events where event_id = new.event_id);
  return new;
end
$$;
