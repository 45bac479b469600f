-- Only for platform.advance_clock and sandbox.step_clock, which know who moves it. Advances the sandbox's clock, by
-- at most 400 days at a time, records who did it and notifies every process; returns the new offset. Refuses a live
-- ledger.
create or replace function platform.move_clock(advance_ms bigint, advanced_by text) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  new_offset_ms bigint;
begin
  if (select mode from platform.environment) is distinct from 'sandbox' then
    raise exception 'the clock of a live ledger can''t be moved' using errcode = 'insufficient_privilege';
  end if;
  if advance_ms is null or advance_ms <= 0 or advance_ms > 400 * 86400000::bigint then
    raise exception 'the clock moves forward, by at most 400 days at a time' using errcode = 'invalid_parameter_value';
  end if;
  update platform.clock_offset set offset_ms = offset_ms + advance_ms returning offset_ms into new_offset_ms;
  insert into platform.clock_advances (by_ms, offset_ms, actor) values (advance_ms, new_offset_ms, advanced_by);
  perform pg_notify('platform_clock', new_offset_ms::text);
  return new_offset_ms;
end
$$;
