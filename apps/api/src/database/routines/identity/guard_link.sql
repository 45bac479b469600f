-- A link is sent by the program to the address that it is for; into anybody's hands it comes by two people alone.
create or replace function identity.guard_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as('worker') and not (
    new.kind = 'password'
    and operators.is_approved_here('{login_password.reset}', 'customer', new.customer_id::text)) then
    raise exception 'nobody approved a link for %', new.customer_id
      using errcode = 'insufficient_privilege', hint = 'Propose it, and have a second person approve it.';
  end if;
  return new;
end
$$;
