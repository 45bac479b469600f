-- Refuses anybody without a role that an act of two people needs of its maker, or of its checker.
create or replace function operators.require_role(person operators.staff, wanted text, is_checker boolean) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (
    select from operators.act_roles() as act
    where act.action = wanted and person.roles && case when is_checker then checker_roles else maker_roles end
  ) then
    raise exception '% holds no role that % %', person.username,
      case when is_checker then 'decides on' else 'proposes' end, wanted
      using errcode = 'insufficient_privilege',
      hint = 'Ask somebody whose role does; operators.act_roles() has each act with its roles.';
  end if;
end
$$;
