create trigger announce after insert on webpush.messages
  for each statement execute function webpush.announce_message();
