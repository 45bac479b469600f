-- The newest version of each text that was changed from the program's own.
create or replace view content.newest_texts with (security_invoker = true) as
select distinct on (kind, name) kind, name, version, texts, published_at
from content.text_versions
order by kind, name, version desc;
