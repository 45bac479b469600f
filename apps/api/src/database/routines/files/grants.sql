-- Images only change by being attached to something; unattached ones are removed.
grant usage on schema files to adtally_program;
grant select, insert on files.usage, files.images to adtally_api, adtally_office;
grant update (attached_at) on files.images to adtally_api, adtally_office;
grant update (bytes) on files.usage to adtally_api, adtally_office;

grant select on files.usage to adtally_worker;
grant select, delete on files.images to adtally_worker;
-- PostgreSQL wants a right to update a column to lock the rows to remove.
grant update (attached_at) on files.images to adtally_worker;
grant update (bytes) on files.usage to adtally_worker;
