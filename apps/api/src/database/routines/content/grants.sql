-- A vote can change; an announcement is told and withdrawn, and says what it said.
grant usage on schema content to adtally_program;
grant select, insert on content.question_votes, content.announcements to adtally_program;
grant update (helpful, language, voted_at) on content.question_votes to adtally_program;
grant update (withdrawn_at, told_up_to, told_at) on content.announcements to adtally_program;
