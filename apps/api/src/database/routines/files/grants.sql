-- Of an image only that something took it up can change; those that nothing took up are removed.
grant usage on schema files to adtally_program;
grant select, insert on files.usage, files.images to adtally_api, adtally_office;
grant update (attached_at) on files.images to adtally_api, adtally_office;
grant update (bytes) on files.usage to adtally_api, adtally_office;

grant select on files.usage to adtally_worker;
grant select, delete on files.images to adtally_worker;
-- To lock those that it removes, PostgreSQL asks for a right to change a column.
grant update (attached_at) on files.images to adtally_worker;
grant update (bytes) on files.usage to adtally_worker;
