-- Whether somebody may sign in and act: nobody has removed them or shut them out.
create or replace function partners.may_sign_in(person partners.people) returns boolean language sql
return person.removed_at is null and person.shut_out_at is null;
