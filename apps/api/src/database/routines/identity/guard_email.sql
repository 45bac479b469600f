-- Customers change their e-mail address with a link sent to it; otherwise it takes two people.
create or replace function identity.guard_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.email, new.email_confirmed_at) is distinct from (old.email, old.email_confirmed_at)
    and not platform.acts_as('api')
    and not operators.is_approved_here('{customer.confirm_email}', 'customer', new.customer_id::text) then
    raise exception 'nobody approved the e-mail address of %', new.customer_id
      using errcode = 'insufficient_privilege', hint = 'Propose it, and have a second person approve it.';
  end if;
  return new;
end
$$;
