-- Keeps that somebody signed in with a browser, the twenty used last, and answers its token: the one shown if it is one of
-- ours, else the new one. A token that somebody planted is never taken over. Null where there is no browser.
create or replace function operators.keep_browser(person operators.staff, browser text, new_browser text) returns text
language plpgsql set search_path = '' as $$
declare
  kept constant text := case when exists (
    select from operators.known_devices where device_hash = sha256(convert_to(browser, 'UTF8'))
  ) then browser else new_browser end;
begin
  if kept is null then
    return null;
  end if;
  insert into operators.known_devices (staff_id, device_hash, seen_at)
  values (person.staff_id, sha256(convert_to(kept, 'UTF8')), clock_timestamp())
  on conflict (staff_id, device_hash) do update set seen_at = excluded.seen_at;
  delete from operators.known_devices where staff_id = person.staff_id and device_hash in (
    select device_hash from operators.known_devices where staff_id = person.staff_id order by seen_at desc offset 20
  );
  return kept;
end
$$;
