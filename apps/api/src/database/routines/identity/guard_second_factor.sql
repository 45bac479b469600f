-- Only the customer, or two people, can remove a second factor.
create or replace function identity.guard_second_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as('api')
    and not operators.is_approved_here('{second_factor.remove}', 'customer', old.customer_id::text) then
    raise exception 'nobody approved that the second factor of % be removed', old.customer_id
      using errcode = 'insufficient_privilege', hint = 'Propose it, and have a second person approve it.';
  end if;
  return old;
end
$$;
