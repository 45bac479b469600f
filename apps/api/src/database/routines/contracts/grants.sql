-- What was signed never changes; what was shown and not signed is removed.
grant usage on schema contracts to adtally_program;
grant select, insert on contracts.signatures to adtally_program;
grant select, insert, delete on contracts.versions, contracts.uploads to adtally_program;
grant update (used_at, signature) on contracts.uploads to adtally_program;
