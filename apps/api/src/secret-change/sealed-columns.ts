import type { PurposeThatIs } from '../secret-purposes.ts'

/** A column of texts that `sealText` sealed. */
export interface SealedColumn {
  table: string
  column: string
  /** The column that is bound to the sealed text as its context. */
  context: string
}

/**
 * Every sealed column, by the purpose of its key. A `sealed anew` purpose without a column does not compile; a sealed
 * column of the database that is missing here fails a test.
 */
export const SEALED_COLUMNS: Readonly<
  Record<PurposeThatIs<'sealed anew'>, readonly [SealedColumn, ...SealedColumn[]]>
> = {
  'identity-contact': [
    { table: 'identity.customers', column: 'phone_sealed', context: 'customer_id' },
    { table: 'identity.opening_tickets', column: 'profile_sealed', context: 'opening_id' },
  ],
  'identity-second-factor': [
    { table: 'identity.second_factors', column: 'secret_sealed', context: 'customer_id' },
  ],
  'identity-transaction-password': [
    { table: 'identity.transaction_passwords', column: 'password_sealed', context: 'customer_id' },
  ],
  'identity-recovery-code': [
    { table: 'identity.recovery_codes', column: 'code_sealed', context: 'customer_id' },
  ],
  'staff-password': [{ table: 'operators.secrets', column: 'password_key_sealed', context: 'staff_id' }],
  'staff-second-factor': [{ table: 'operators.secrets', column: 'factor_sealed', context: 'staff_id' }],
  'partner-password': [{ table: 'partners.secrets', column: 'password_key_sealed', context: 'person_id' }],
  'partner-second-factor': [{ table: 'partners.secrets', column: 'factor_sealed', context: 'person_id' }],
  'beneficiary-seal': [
    { table: 'wallet.beneficiaries', column: 'sealed', context: 'beneficiary_id' },
    { table: 'wallet.payout_files', column: 'sealed', context: 'payout_file_id' },
  ],
  'payee-account': [
    { table: 'payouts.accounts', column: 'sealed', context: 'account_id' },
    { table: 'payouts.account_changes', column: 'sealed', context: 'change_id' },
  ],
  'marketplace-postback': [{ table: 'marketplace.postback_secrets', column: 'sealed', context: 'secret_id' }],
  'notices-secret': [{ table: 'notices.secrets', column: 'sealed', context: 'secret_id' }],
  'mail-letters': [{ table: 'mail.letters', column: 'letter_sealed', context: 'letter_id' }],
  'delivery-kept-key': [{ table: 'delivery.kept_token_keys', column: 'key_sealed', context: 'kept_id' }],
}

/** The keys of `SEALED_COLUMNS`. */
export function sealedPurposes(): PurposeThatIs<'sealed anew'>[] {
  return namesIn(SEALED_COLUMNS)
}

function namesIn<Name extends string>(columns: Readonly<Record<Name, unknown>>): Name[] {
  const names: Name[] = []
  for (const name in columns) names.push(name)
  return names
}

/** Deleted at a change because the secret binds them, such as a push subscription to the key that signs for it. */
export const FORGOTTEN_TABLES = ['identity.tries', 'webpush.devices'] as const
