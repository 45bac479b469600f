import { StartError } from './database/start-error.ts'
import { originIn, travelsSafely } from './origins.ts'

/** Where URLs may be sent to. */
export const SENT_TO = ['public_internet', 'this_machine'] as const

/** The variables that a live ledger demands something of. */
interface Demanded
  extends Partial<
    Record<
      | 'SECRET'
      | 'PUBLIC_ORIGIN'
      | 'CONSOLE_ORIGIN'
      | 'PARTNER_ORIGIN'
      | 'LEGAL_ENTITY'
      | 'LICENCE_STATEMENT'
      | 'SUPPORT_CONTACT'
      | 'BANK_CONNECTOR'
      | 'DATABASE_URL',
      string | undefined
    >
  > {
  RECORDS_KEPT_YEARS?: number | undefined
  DEPOSIT_ACCOUNT_NUMBER: string
  ROLES: readonly string[]
  SANDBOX_PLAY: string
  PUSH_SERVICES: (typeof SENT_TO)[number]
  NOTICE_RECEIVERS: (typeof SENT_TO)[number]
}

/** Checks a live ledger's demands on its settings (PRODUCT §2.9); its staff are checked once the database is open. */
export function refuseLive(values: Demanded): void {
  if (values.SANDBOX_PLAY === 'on')
    throw new StartError('Nobody plays with a live ledger: set SANDBOX_PLAY=off, or leave it out.')
  const missing = [
    values.SECRET === undefined && 'SECRET',
    !values.PUBLIC_ORIGIN?.startsWith('https://') && 'PUBLIC_ORIGIN with https',
    values.LEGAL_ENTITY === undefined && 'LEGAL_ENTITY',
    values.LICENCE_STATEMENT === undefined && 'LICENCE_STATEMENT',
    values.SUPPORT_CONTACT === undefined && 'SUPPORT_CONTACT',
    values.RECORDS_KEPT_YEARS === undefined && 'RECORDS_KEPT_YEARS',
    values.DEPOSIT_ACCOUNT_NUMBER === 'SANDBOX-0001' && 'DEPOSIT_ACCOUNT_NUMBER',
    values.ROLES.includes('office') &&
      !values.CONSOLE_ORIGIN?.startsWith('https://') &&
      'CONSOLE_ORIGIN with https',
    values.ROLES.includes('api') &&
      !values.PARTNER_ORIGIN?.startsWith('https://') &&
      'PARTNER_ORIGIN with https',
  ].filter((name) => name !== false)
  if (missing.length > 0)
    throw new StartError(`A live ledger needs these settings, which are not set: ${missing.join(', ')}.`)
  if (
    values.ROLES.includes('office') &&
    originIn(values.CONSOLE_ORIGIN ?? '') === originIn(values.PUBLIC_ORIGIN ?? '')
  )
    throw new StartError(
      'A live office has an origin of its own: set CONSOLE_ORIGIN to another one than PUBLIC_ORIGIN.',
    )
  const partners = originIn(values.PARTNER_ORIGIN ?? '')
  const others = [values.PUBLIC_ORIGIN, values.CONSOLE_ORIGIN].map((origin = '') => originIn(origin))
  if (values.ROLES.includes('api') && others.includes(partners))
    throw new StartError(
      'Partners of a live ledger have an origin of their own: set PARTNER_ORIGIN to another one than PUBLIC_ORIGIN and CONSOLE_ORIGIN.',
    )
  if (values.BANK_CONNECTOR !== undefined)
    throw new StartError('A live ledger has no sandbox bank; unset BANK_CONNECTOR.')
  const near = (['PUSH_SERVICES', 'NOTICE_RECEIVERS'] as const).find((name) => values[name] !== SENT_TO[0])
  if (near) throw new StartError(`A live ledger sends to the public internet alone: unset ${near}.`)
  if (new Set(values.SECRET).size < 12)
    throw new StartError('A live ledger needs a random SECRET; the one set is too regular.')
  if (values.DATABASE_URL !== undefined && !travelsSafely(new URL(values.DATABASE_URL)))
    throw new StartError(
      'A live ledger reaches a database on another machine by TLS alone: add sslmode=verify-full to DATABASE_URL.',
    )
}
