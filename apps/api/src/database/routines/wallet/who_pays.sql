-- A session's owner, who must be of finance to handle payment orders; refuses others.
create or replace function wallet.who_pays(session_token text) returns operators.staff
language plpgsql set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
begin
  if not person.roles && '{finance_maker,finance_checker}'::text[] then
    raise exception '% has nothing to do with payment orders', person.username using errcode = 'insufficient_privilege';
  end if;
  return person;
end
$$;
