-- Votes can change; an announcement is published and withdrawn, but its text never changes.
grant usage on schema content to adtally_program;
grant select on content.question_votes, content.announcements to adtally_api, adtally_worker, adtally_office;
grant select on content.announcement_states to adtally_office;

grant insert on content.question_votes to adtally_api;
grant update (helpful, language, voted_at) on content.question_votes to adtally_api;

grant insert on content.announcements to adtally_worker, adtally_office;
grant update (told_up_to, told_at) on content.announcements to adtally_worker;
grant update (withdrawn_at, withdraw_reason) on content.announcements to adtally_office;

-- Published versions of texts are public and permanent.
grant select on content.text_versions, content.newest_texts to adtally_program;
grant insert on content.text_versions to adtally_office;
grant select on content.text_states to adtally_office;
