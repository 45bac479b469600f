import { randomInt } from 'node:crypto'
import type { Language } from '@adtally/contract/enums.ts'
import type { Reason } from '@adtally/contract/reasons.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { publish } from '../../../database/outbox.ts'
import { violatedConstraint } from '../../../database/violated-constraint.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { insertCustomer } from '../customers.repository.ts'
import { CUSTOMER_REGISTERED_TOPIC } from '../facts.ts'
import { sealContact } from '../profile/contact-sealing.ts'
import { openSession } from '../sessions/open-session.ts'
import { tokenHash } from '../sessions/tokens.ts'
import { type CodeRow, findCode, lockCode, markCodeUsed } from './codes.repository.ts'
import { canonicalLicenceCode } from './licence-code.ts'

/** The visitor's data for limits, the new session's name and the account's first settings. */
export interface Visitor {
  address: string
  user_agent: string | undefined
  /** The session token on the device, whoever's. */
  session_token?: string | undefined
  language: Language
  time_zone: string
}

export interface OpenedSession {
  customer_id: string
  token: string
}

/** The authorization code as typed, and its field in the request. */
export interface TypedCode {
  typed: string
  field: 'licence_key' | 'authorization_code'
}

/** The account to open; a host's user has no chosen username and no sign-in password here. */
export interface NewAccount {
  username: string | null
  nickname: string | null
  email: string
  phone: string
  entry: 'register' | 'hybrid'
  password_hash: string | null
}

/** Further checks and writes for the same transaction, before the account is written. Throws `Refusal`. */
export type Alongside = (tx: Transaction, customer_id: string) => Promise<void>

const TAKEN: Readonly<Record<string, Reason>> = {
  customers_username_key: 'username_taken',
  customers_email_key: 'email_taken',
  customers_person_key: 'person_has_account',
}
const OPERATED_ID_TRIES_MAX = 5

/** Throws unless a code can be used now, to refuse hopeless requests early. */
export async function requireUsableCode(services: Services, code: TypedCode): Promise<void> {
  const code_hash = hashOfCode(code)
  usableCode(await services.database.transaction({ kind: 'system' }, (tx) => findCode(tx, code_hash)), code)
}

/**
 * Opens an account with an authorization code and signs in, in one transaction; only one of several uses of a code
 * succeeds. Throws what the calls' contracts list; `account_not_activated` where the account is open and staff have
 * to activate it.
 */
export async function openAccount(
  services: Services,
  code: TypedCode,
  account: NewAccount,
  visitor: Visitor,
  alongside: Alongside = async () => {},
): Promise<OpenedSession> {
  const opened = await withFreeOperatedId(account, code, (operated_id) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const customer_id = newId()
      await alongside(tx, customer_id)
      const used = usableCode(await lockCode(tx, hashOfCode(code)), code)
      return await writeAccount(services, tx, { customer_id, operated_id, account, visitor, code: used })
    }),
  )
  if (opened.token === null) {
    throw new Refusal('account_not_activated', { data: { lang: visitor.language } })
  }
  return { customer_id: opened.customer_id, token: opened.token }
}

interface Writing {
  customer_id: string
  operated_id: string
  account: NewAccount
  visitor: Visitor
  code: CodeRow
}

async function writeAccount(
  services: Services,
  tx: Transaction,
  { customer_id, operated_id, account, visitor, code }: Writing,
): Promise<{ customer_id: string; token: string | null }> {
  const is_active = code.activation === 'at_once'
  const username = account.username ?? `member-${operated_id}`
  await insertCustomer(tx, {
    customer_id,
    person_id: code.person_id,
    username,
    nickname: account.nickname ?? username,
    email: account.email,
    phone_sealed: sealContact(services.settings.secret, customer_id, account.phone),
    entry: account.entry,
    operated_id,
    status: is_active ? 'active' : 'not_activated',
    language: visitor.language,
    time_zone: visitor.time_zone,
    policy_version: code.policy_version,
    password_hash: account.password_hash,
  })
  await markCodeUsed(tx, code.code_id, customer_id)
  await audit.byCustomer(tx, customer_id, {
    action: 'customer.registered',
    details: { code_id: code.code_id, policy_version: code.policy_version, entry: account.entry },
  })
  await publish(tx, CUSTOMER_REGISTERED_TOPIC, { customer_id }, customer_id)
  if (!is_active) return { customer_id, token: null }
  const { user_agent } = visitor
  const token = await openSession(tx, { customer_id, access: 'full', user_agent }, policies.current(services))
  return { customer_id, token }
}

function hashOfCode({ typed, field }: TypedCode): Buffer {
  const code = canonicalLicenceCode(typed)
  if (code === null) throw new Refusal('authorization_code_not_found', { field })
  return tokenHash(code)
}

function usableCode(code: CodeRow | null, { field }: TypedCode): CodeRow {
  if (!code) throw new Refusal('authorization_code_not_found', { field })
  if (code.is_used) throw new Refusal('authorization_code_used', { field })
  if (code.is_expired) throw new Refusal('authorization_code_expired', { field })
  return code
}

/** Runs `open` with random operated IDs until one is free, and turns other conflicts into refusals. */
async function withFreeOperatedId<T>(
  account: NewAccount,
  code: TypedCode,
  open: (operated_id: string) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open(randomInt(10_000_000, 100_000_000).toString())
    } catch (error) {
      const constraint = violatedConstraint(error)
      const made_here = constraint === 'customers_username_key' && account.username === null
      const is_chance = made_here || constraint === 'customers_operated_id_key'
      if (is_chance && tries < OPERATED_ID_TRIES_MAX) continue
      const reason = constraint === undefined ? undefined : TAKEN[constraint]
      if (reason === undefined) throw error
      throw new Refusal(reason, fieldToBlame(reason, account, code))
    }
  }
}

/** A host's user typed nothing but the code. */
function fieldToBlame(reason: Reason, { entry }: NewAccount, { field }: TypedCode): { field?: string } {
  if (reason === 'person_has_account') return { field }
  if (entry === 'hybrid') return {}
  return { field: 'username' }
}
