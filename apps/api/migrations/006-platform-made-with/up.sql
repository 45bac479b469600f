-- A ledger has one currency for good (PRODUCT §3), and what is sealed in it opens with one secret, known here by a keyed
-- digest. A database that is older takes both from the program that brings it forward.
alter table platform.environment
  add column currency text not null default current_setting('adtally.currency') check (currency ~ '^[A-Z]{3}$'),
  add column secret_digest text not null default current_setting('adtally.secret_digest')
    check (secret_digest ~ '^[0-9a-f]{64}$');
alter table platform.environment
  alter column currency drop default,
  alter column secret_digest drop default;

-- A program with a login of its own shares the server with programs of other secrets, whose logins are members of
-- adtally_program as its own is: none of them may enter here.
do $$
declare
  login text := current_setting('adtally.program_role');
begin
  if login <> 'adtally_program' then
    execute format('grant connect on database %I to %I', current_database(), login);
    execute format('revoke connect on database %I from adtally_program', current_database());
  end if;
end
$$;
