-- Refuses a transaction that would not see what it waited for. A function that takes a lock and then judges by what it
-- reads is right at READ COMMITTED alone, where each statement sees what was committed before it: at REPEATABLE READ it
-- gets the lock and reads what was true when the transaction began. Every function that locks calls this first; a test
-- names those that don't.
create or replace function platform.ask_read_committed() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'this is done at READ COMMITTED, and not at %', upper(current_setting('transaction_isolation'))
      using errcode = 'invalid_transaction_state';
  end if;
end
$$;
