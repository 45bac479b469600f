-- Acts of customers that the audit records in their own name.
create or replace function audit.customer_acts() returns setof text language sql immutable set search_path = '' as $$
  values ('acceptance_code.wrong'), ('account.closed'), ('archive.taken'), ('beneficiary.changed'), ('contract.signed'), ('customer.edited'),
    ('customer.registered'), ('email.asked'), ('email.confirmed'), ('hold.appealed'), ('verdict.appealed'), ('login_password.changed'),
    ('login_password.reset'), ('passkey.added'), ('passkey.removed'), ('second_factor.at_sign_in'), ('second_factor.not_at_sign_in'),
    ('second_factor.app_removed'), ('second_factor.removed'), ('second_factor.set'), ('session.all_revoked'), ('session.opened'), ('session.revoked'), ('transaction_password.changed'), ('transaction_password.reset'), ('transaction_password.set')
$$;
