-- Counts a try to prove oneself by this name from this network before it is judged, even with concurrent tries; answers
-- until when it is locked instead, if it is. The fifth failure in a row from one network locks the name there for a
-- quarter of an hour. After fifty of a name in a quarter of an hour, only browsers and networks that its owner has signed
-- in from, and the machine itself, go on.
create or replace function operators.count_try(tried_name text, tried_network text) returns timestamptz language plpgsql
set search_path = '' as $$
declare
  asked constant bytea := sha256(convert_to(tried_name, 'UTF8'));
  now constant timestamptz := platform.now();
  everywhere operators.tries;
  here operators.tries;
begin
  perform platform.ask_read_committed();
  delete from operators.tries where (key_hash, network) in (
    select old.key_hash, old.network from operators.tries as old
    where old.began_at < now - interval '1 hour' and (old.locked_until is null or old.locked_until <= now)
    limit 100 for update skip locked
  );
  -- Locks the name, so that of concurrent tries each sees those before it.
  insert into operators.tries as known (key_hash, network, failures, began_at) values (asked, '*', 0, now)
  on conflict (key_hash, network) do update set
    failures = case when known.began_at > now - interval '15 minutes' then known.failures else 0 end,
    began_at = case when known.began_at > now - interval '15 minutes' then known.began_at else now end
  returning * into everywhere;
  select * into here from operators.tries where key_hash = asked and network = tried_network;
  if here.locked_until > now then
    return here.locked_until;
  end if;
  if everywhere.failures >= 50 and tried_network <> 'local' and tried_network not like 'device %' and not exists (
    select from operators.known_networks as known join operators.staff as person using (staff_id)
    where person.username = tried_name and known.network = tried_network
  ) then
    return everywhere.began_at + interval '15 minutes';
  end if;
  update operators.tries set failures = failures + 1 where key_hash = asked and network = '*';
  insert into operators.tries as known (key_hash, network, failures, began_at)
  values (asked, tried_network, 1, now)
  on conflict (key_hash, network) do update set
    failures = (known.failures + 1) % 5,
    locked_until = case when known.failures = 4 then now + interval '15 minutes' end;
  return null;
end
$$;
