import type { AccountStatus, Language } from '@adtally/contract/enums.ts'
import type { Activation } from '@adtally/contract/operator/house/customers.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Fixed, Made } from '../../database/columns.ts'

export interface PersonTable {
  person_id: Fixed<string>
  full_name: Fixed<string>
  name_folded: Fixed<string>
  document_hash: Fixed<Buffer>
  verified_by: Fixed<string>
  verified_at: Fixed<Date>
}

export interface CustomerTable {
  customer_id: Fixed<string>
  person_id: Fixed<string>
  username: Fixed<string>
  /** For comparisons; the database computes it. */
  username_folded: Made<string>
  nickname: string
  email: string
  email_folded: Made<string>
  email_confirmed_at: Date | null
  phone_sealed: Buffer
  entry: Fixed<'register' | 'hybrid'>
  operated_id: Fixed<string>
  status: AccountStatus
  language: Language | null
  time_zone: string | null
  transaction_password_changed_at: Date | null
  transaction_password_reset_at: Date | null
  policy_version: Fixed<number>
  created_at: Fixed<Date>
}

export interface LicenceCodeTable {
  code_id: Fixed<string>
  code_hash: Fixed<Buffer>
  person_id: Fixed<string>
  policy_label: Fixed<string>
  policy_version: Fixed<number>
  activation: Fixed<Activation>
  issued_by: Fixed<string>
  issued_at: Fixed<Date>
  expires_at: Date
  used_at: Date | null
  used_by: string | null
}

export interface LoginPasswordTable {
  customer_id: Fixed<string>
  password_hash: string
  changed_at: Date
}

export interface TransactionPasswordTable {
  customer_id: Fixed<string>
  password_sealed: Buffer
  attempts: Generated<number>
  locked_until: Date | null
  changed_at: Date
}

/**
 * Why a session ended other than by its customer: too many were open, the sign-in password changed, the second factor
 * was set or removed in another session, customer service ended it, or two members of staff ended all.
 */
export type SessionEnd =
  | 'displaced'
  | 'password_changed'
  | 'second_factor_changed'
  | 'ended_by_service'
  | 'all_ended'

/** What a link does: confirm an e-mail address, or set a new sign-in password. */
export type LinkKind = 'email' | 'password'

export interface SessionTable {
  session_id: Fixed<string>
  customer_id: Fixed<string>
  token_hash: Fixed<Buffer>
  access: Fixed<'full' | 'restricted'>
  device: Fixed<string>
  created_at: Fixed<Date>
  last_used_at: Date
  expires_at: Date
  revoked_at: Date | null
  ended_because: SessionEnd | null
}

export interface SessionEndingTable {
  proposal_id: Fixed<string>
  reason: Fixed<string>
  ended_at: Fixed<Date>
  sessions_ended: Fixed<number>
}

export interface EmailRequestTable {
  customer_id: Fixed<string>
  email: string
  asked_at: Date
}

export interface LinkTable {
  link_hash: Fixed<Buffer>
  kind: Fixed<LinkKind>
  customer_id: Fixed<string>
  email: Fixed<string>
  code_hash: Fixed<Buffer | null>
  made_at: Fixed<Date>
  expires_at: Fixed<Date>
  used_at: Date | null
}

export interface TryTable {
  key_hash: Fixed<Buffer>
  tries: number
  ends_at: Date
}

export interface DeviceTable {
  customer_id: Fixed<string>
  device_hash: Fixed<Buffer>
  first_used_at: Fixed<Date>
  last_used_at: Date
}

export interface GrantTable {
  grant_hash: Fixed<Buffer>
  customer_id: Fixed<string>
  amount_micros: Fixed<Micros>
  beneficiary_id: Fixed<string>
  created_at: Fixed<Date>
  expires_at: Fixed<Date>
  used_at: Date | null
}

export interface SecondFactorTable {
  customer_id: Fixed<string>
  set_at: Date | null
  secret_sealed: Buffer | null
  begun_at: Date | null
  confirmed_at: Date | null
  last_step: bigint
  attempts: Generated<number>
  locked_until: Date | null
  at_sign_in_since: Date | null
}

export interface PasskeyTable {
  passkey_id: Fixed<string>
  customer_id: Fixed<string>
  credential_id: Fixed<Buffer>
  public_key: Fixed<Buffer>
  sign_count: bigint
  transports: Fixed<string[]>
  name: Fixed<string>
  added_at: Fixed<Date>
  last_used_at: Date | null
}

export interface PasskeyChallengeTable {
  challenge_hash: Fixed<Buffer>
  customer_id: Fixed<string>
  purpose: Fixed<string>
  expires_at: Fixed<Date>
}

export interface RecoveryCodeTable {
  code_sealed: Fixed<Buffer>
  customer_id: Fixed<string>
  made_at: Fixed<Date>
  used_at: Date | null
}

export interface TicketAudienceTable {
  is_the_one: Fixed<boolean>
  audience: Fixed<string>
}

export interface HostKeyTable {
  host_id: Fixed<string>
  key_id: Fixed<string>
  host_name: Fixed<string>
  /** JSON, parsed by `host-key.ts`. */
  public_jwk: ColumnType<unknown, string, never>
  proposal_id: Fixed<string>
  added_at: Fixed<Date>
  revoked_at: Date | null
}

export interface EntryTicketTable {
  host_id: Fixed<string>
  ticket_id: Fixed<string>
  used_at: Fixed<Date>
}

export interface OpeningTicketTable {
  opening_id: Fixed<string>
  ticket_hash: Fixed<Buffer>
  host_id: Fixed<string>
  subject: Fixed<string>
  profile_sealed: Fixed<Buffer>
  created_at: Fixed<Date>
  expires_at: Fixed<Date>
  used_at: Date | null
}

export interface HybridAccountTable {
  host_id: Fixed<string>
  subject: Fixed<string>
  customer_id: Fixed<string>
  opened_at: Fixed<Date>
}

declare module '../../database/database.ts' {
  interface Schema {
    'identity.ticket_audience': TicketAudienceTable
    'identity.host_keys': HostKeyTable
    'identity.entry_tickets': EntryTicketTable
    'identity.opening_tickets': OpeningTicketTable
    'identity.hybrid_accounts': HybridAccountTable
    'identity.persons': PersonTable
    'identity.customers': CustomerTable
    'identity.licence_codes': LicenceCodeTable
    'identity.login_passwords': LoginPasswordTable
    'identity.transaction_passwords': TransactionPasswordTable
    'identity.sessions': SessionTable
    'identity.session_endings': SessionEndingTable
    'identity.email_requests': EmailRequestTable
    'identity.links': LinkTable
    'identity.tries': TryTable
    'identity.devices': DeviceTable
    'identity.grants': GrantTable
    'identity.second_factors': SecondFactorTable
    'identity.recovery_codes': RecoveryCodeTable
    'identity.passkeys': PasskeyTable
    'identity.passkey_challenges': PasskeyChallengeTable
  }
}
