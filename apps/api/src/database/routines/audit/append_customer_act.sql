-- Appends a customer's act from the closed list; in a customer's own transaction only that customer's.
create or replace function audit.append_customer_act(
  actor uuid, action text, subject_kind text, subject_id text, customer_id uuid, reason text, details jsonb
) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not platform.scope_is_system() and platform.scope_customer_id() is distinct from actor then
    raise exception 'this transaction does not act for customer %', actor using errcode = 'insufficient_privilege';
  end if;
  if customer_id <> actor then
    raise exception 'a customer acts on their own account' using errcode = 'insufficient_privilege';
  end if;
  if action not in (select audit.customer_acts()) then
    raise exception '% is nothing that customers do', action using errcode = 'insufficient_privilege';
  end if;
  perform audit.append(
    'customer', actor, 'customer', null, action, subject_kind, subject_id, customer_id, reason, null, null, null,
    details);
end
$$;
