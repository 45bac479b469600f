-- Customers turn it on and carry it along through functions, and turn it off; the worker does the rest.
grant usage on schema webpush to adtally_program;
grant select, delete on webpush.devices to adtally_api;
grant execute on function webpush.keep_device(uuid, bytea, bytea, text, text), webpush.carry_device(uuid, uuid, bytea)
  to adtally_api;
grant select, delete on webpush.devices, webpush.messages to adtally_worker;
grant insert on webpush.messages to adtally_worker;
grant update (sent_at, failures, next_try_at) on webpush.devices to adtally_worker;
grant execute on function webpush.is_live(uuid, uuid) to adtally_worker;
