-- Of an image only that something took it up can change.
grant usage on schema files to adtally_program;
grant select, insert on files.usage to adtally_program;
grant select, insert, delete on files.images to adtally_program;
grant update (attached_at) on files.images to adtally_program;
grant update (bytes) on files.usage to adtally_program;
