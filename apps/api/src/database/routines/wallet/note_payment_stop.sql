-- Records each change of the verdict on whether customers' money is covered, and publishes it (PRODUCT §2.11). Runs
-- as the owner, so that nobody else can write stops.
create or replace function wallet.note_payment_stop() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  now_is record;
  noted bigint;
begin
  select * into now_is from wallet.money_owed;
  if now_is.stopped is distinct from coalesce(
    (select stopped from wallet.payment_stops order by sequence desc limit 1), false) then
    insert into wallet.payment_stops (stopped, bank_micros, owed_micros, shortfall_micros, contradicted)
      values (now_is.stopped, now_is.bank_micros, now_is.owed_micros, now_is.shortfall_micros, now_is.contradicted)
      returning sequence into noted;
    perform platform.publish(
      'wallet.payments_changed', '', jsonb_build_object(
        'sequence', noted::text, 'stopped', now_is.stopped, 'bank_micros', now_is.bank_micros::text, 'owed_micros', now_is.owed_micros::text));
  end if;
  return null;
end $$;
