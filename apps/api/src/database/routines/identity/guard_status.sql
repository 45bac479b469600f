-- Only two people change an account's status, as they approved it. The exception is its customer closing it, through
-- `identity.close_own_account`; customers' login has no right to the column.
create or replace function identity.guard_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> old.status and not platform.acts_as_owner()
    and not (new.status = 'cancelled' and platform.acts_as('api')) and not operators.is_approved_here(
    case new.status
      when 'active' then '{customer.activate,customer.enable}'::text[]
      when 'disabled' then '{customer.disable}'
      when 'cancelled' then '{customer.cancel}'
    end, 'customer', new.customer_id::text) then
    raise exception 'nobody approved a change of this account''s status' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
