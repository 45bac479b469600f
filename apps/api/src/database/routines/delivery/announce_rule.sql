-- Notifies every process of a new version, as each keeps the rules.
create or replace function delivery.announce_rule() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('traffic_rules_changed', new.rule);
  return null;
end
$$;
