-- Acts that the program may record about itself, and the process role for each.
create or replace function audit.program_acts() returns table (act text, process_role text)
language sql immutable set search_path = '' as $$
  values ('transaction_password.locked', 'api'), ('second_factor.locked', 'api'), ('passkey.counter_back', 'api'),
    ('payments.stopped', 'worker'), ('payments.resumed', 'worker'), ('reconciliation.run', 'worker'),
    ('clock.wished', 'sandbox'),
    ('statement.fetched', 'worker'), ('statement.differs', 'worker'), ('payout_file.taken', 'worker'),
    ('payout_file.handed_over', 'worker'), ('payout_file.rejected', 'worker'), ('withdrawal.sent', 'worker')
$$;
