-- Every login that notifies customers writes letters; the worker sends them.
grant usage on schema mail to adtally_program;
grant insert on mail.letters to adtally_api, adtally_worker, adtally_office;
grant select, delete on mail.letters to adtally_worker;
grant update (attempts, next_try_at, last_error) on mail.letters to adtally_worker;
