-- Signatures never change; contracts shown but not signed are removed.
grant usage on schema contracts to adtally_program;
grant select, insert on contracts.versions, contracts.uploads, contracts.signatures to adtally_api;
grant update (used_at, signature) on contracts.uploads to adtally_api;
grant select, delete on contracts.versions to adtally_worker;
grant select on contracts.signatures, contracts.uploads to adtally_worker;
