select 'the chat of customer ' || t.customer_id || ' has a message beyond its revision'
from service.chat_threads t
join service.chat_messages m on m.customer_id = t.customer_id and m.revision > t.revision
