-- What is shown of each text that has been changed since the program's own: its newest version.
create or replace view content.newest_texts with (security_invoker = true) as
select distinct on (kind, name) kind, name, version, texts, published_at
from content.text_versions
order by kind, name, version desc;
