create trigger announce after insert on notices.messages
  for each statement execute function notices.announce_message();
create trigger bound_tries before insert or update of tries_until on notices.messages
  for each row execute function notices.bound_tries();
create trigger announce_again after update of tries_until on notices.messages
  for each statement execute function notices.announce_message();

create trigger stay before delete or truncate on notices.secrets
  for each statement execute function platform.refuse_change();

-- What an advertiser's own people do to these is theirs: the api's login alone is asked.
create constraint trigger written_by_its_partner after insert or update of url on notices.receivers
  deferrable initially deferred for each row
  when (pg_has_role(session_user, 'adtally_api', 'member') and not pg_has_role(session_user, 'adtally_office', 'member'))
  execute function audit.ask_partner_act(
    '{advertiser.notice_url_set,advertiser.notice_url_removed}', 'advertiser', 'advertiser_id', 'advertiser',
    'advertiser_id');
create constraint trigger written_by_its_partner after insert or update on notices.secrets
  deferrable initially deferred for each row
  when (pg_has_role(session_user, 'adtally_api', 'member') and not pg_has_role(session_user, 'adtally_office', 'member'))
  execute function audit.ask_partner_act(
    '{advertiser.notice_url_set,advertiser.notice_secret_rotated}', 'advertiser', 'advertiser_id', 'advertiser',
    'advertiser_id');
create constraint trigger written_by_its_partner after insert on notices.messages
  deferrable initially deferred for each row when (new.kind = 'test'
    and pg_has_role(session_user, 'adtally_api', 'member') and not pg_has_role(session_user, 'adtally_office', 'member'))
  execute function audit.ask_partner_act(
    '{advertiser.notice_tested}', 'advertiser', 'advertiser_id', 'advertiser', 'advertiser_id');
create constraint trigger sent_again_by_its_partner after update on notices.messages
  deferrable initially deferred for each row when (new.state = 'waiting'
    and pg_has_role(session_user, 'adtally_api', 'member') and not pg_has_role(session_user, 'adtally_office', 'member'))
  execute function audit.ask_partner_act(
    '{notice.redelivered}', 'notice', 'message_id', 'advertiser', 'advertiser_id');
create constraint trigger given_up_by_its_partner after update on notices.messages
  deferrable initially deferred for each row when (new.state <> 'waiting'
    and pg_has_role(session_user, 'adtally_api', 'member') and not pg_has_role(session_user, 'adtally_office', 'member'))
  execute function audit.ask_partner_act(
    '{advertiser.notice_url_removed}', 'advertiser', 'advertiser_id', 'advertiser', 'advertiser_id');
alter table notices.receivers enable always trigger written_by_its_partner;
alter table notices.secrets enable always trigger written_by_its_partner;
alter table notices.messages enable always trigger written_by_its_partner,
  enable always trigger sent_again_by_its_partner, enable always trigger given_up_by_its_partner;
