-- Finishes what `operators.count_failure` counted: a right try is given back and ends the row of failures there; of a wrong
-- one, answers what is counted there now.
create or replace function operators.settle_failure(asked bytea, tried_network text, is_right boolean)
returns operators.tries language plpgsql set search_path = '' as $$
declare
  here operators.tries;
begin
  if is_right then
    update operators.tries set failures = greatest(failures - 1, 0) where key_hash = asked and network = '*';
    delete from operators.tries where key_hash = asked and network = tried_network;
    return null;
  end if;
  select * into here from operators.tries where key_hash = asked and network = tried_network;
  return here;
end
$$;
