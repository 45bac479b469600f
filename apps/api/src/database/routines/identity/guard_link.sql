-- The program sends a link to its address; giving one to anybody else takes two people, of whom one has the link and the
-- other its code.
create or replace function identity.guard_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as('worker') and not (
    new.kind = 'password' and new.code_hash is not null
    and operators.is_approved_here('{login_password.reset}', 'customer', new.customer_id::text)) then
    raise exception 'nobody approved a link for %', new.customer_id
      using errcode = 'insufficient_privilege', hint = 'Propose it, and have a second person approve it.';
  end if;
  return new;
end
$$;
