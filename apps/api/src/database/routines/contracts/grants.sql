-- What was signed never changes; what was shown and not signed is removed.
grant usage on schema contracts to adtally_program;
grant select, insert on contracts.versions, contracts.uploads, contracts.signatures to adtally_api;
grant update (used_at, signature) on contracts.uploads to adtally_api;
grant select, delete on contracts.versions to adtally_worker;
grant select on contracts.signatures, contracts.uploads to adtally_worker;
