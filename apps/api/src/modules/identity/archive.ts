import { type ArchivePart, ownTable } from '../archive-table.ts'
import { openContact } from './profile/contact-sealing.ts'

/** Who the customer is and how they sign in, but no secrets. */
export const archive: ArchivePart = {
  tables: [
    ownTable(
      'identity.customers',
      [
        ...[
          'customer_id',
          'operated_id',
          'username',
          'nickname',
          'email',
          'email_confirmed_at',
          'entry',
          'status',
        ],
        ...['language', 'time_zone', 'transaction_password_changed_at', 'transaction_password_reset_at'],
        ...['policy_version', 'created_at'],
      ],
      { opened: { column: 'phone_sealed', heading: 'phone', of: 'customer_id', open: openContact } },
    ),
    {
      table: 'identity.persons',
      whose: { column: 'person_id', is: 'person' },
      columns: ['full_name', 'verified_at'],
    },
    {
      table: 'identity.licence_codes',
      whose: { column: 'used_by', is: 'customer' },
      columns: [
        'code_id',
        'policy_label',
        'policy_version',
        'activation',
        'issued_at',
        'expires_at',
        'used_at',
      ],
      past_scope: true,
    },
    ownTable('identity.hybrid_accounts', ['host_id', 'subject', 'opened_at']),
    ownTable(
      'identity.sessions',
      [
        ...['session_id', 'access', 'device', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'],
        'ended_because',
      ],
      { by: ['created_at', 'session_id'] },
    ),
    ownTable('identity.devices', ['first_used_at', 'last_used_at'], { past_scope: true }),
    ownTable('identity.email_requests', ['email', 'asked_at'], { past_scope: true }),
    ownTable('identity.second_factors', ['set_at', 'confirmed_at', 'at_sign_in_since'], { past_scope: true }),
    ownTable('identity.passkeys', ['passkey_id', 'name', 'added_at', 'last_used_at'], { past_scope: true }),
  ],
  left_out: {
    'identity.login_passwords': 'what the customer proves who they are with',
    'identity.transaction_passwords': 'what the customer proves who they are with',
    'identity.recovery_codes': 'what the customer proves who they are with',
    'identity.passkey_challenges': 'a question that is open for minutes',
    'identity.grants': 'a permission that is good for minutes',
    'identity.links': 'a link that is good for an hour',
  },
}
