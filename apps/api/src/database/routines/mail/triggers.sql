create trigger announce after insert on mail.letters
  for each statement execute function mail.announce_letter();
