import { randomInt } from 'node:crypto'
import type { InputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import type { register } from '@adtally/contract/identity.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { publish } from '../../database/outbox.ts'
import * as audit from '../audit/index.ts'
import * as policies from '../policies/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { type CodeRow, findCode, lockCode, markCodeUsed } from './codes.repository.ts'
import { isCommonPassword } from './common-password.ts'
import { sealContact } from './contact-sealing.ts'
import { insertCustomer } from './customers.repository.ts'
import { CUSTOMER_REGISTERED_TOPIC } from './facts.ts'
import { canonicalLicenceCode } from './licence-code.ts'
import { openSession } from './open-session.ts'
import { tokenHash } from './tokens.ts'
import { violatedConstraint } from './violated-constraint.ts'

/** Who asks: for limits, the new session's name and the account's first settings. */
export interface Visitor {
  address: string
  user_agent: string | undefined
  language: Language
  time_zone: string
}

export interface OpenedSession {
  customer_id: string
  token: string
}

const TAKEN = {
  customers_username_key: { reason: 'username_taken', field: 'username' },
  customers_email_key: { reason: 'email_taken', field: 'email' },
  customers_person_key: { reason: 'person_has_account', field: 'licence_key' },
} as const
const OPERATED_ID_TRIES_MAX = 5

/**
 * Opens an account with a licence code and signs in, in one transaction: of many who use a code at once, one has
 * it. The code is judged before names are, so that only who holds one learns which are taken. Throws what the
 * call's contract lists; `account_not_activated` where the account is open and staff have to activate it.
 */
export async function registerCustomer(
  services: Services,
  form: InputOf<typeof register>,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { database, identity, clock, settings } = services
  const giveBack = identity.limits.takeAddress(visitor.address, clock.now_ms())
  if (isCommonPassword(form.password, [form.username, form.email, settings.brand.name])) {
    throw new Refusal('password_too_common', { field: 'password' })
  }
  const code_hash = hashOfCode(form.licence_key)
  usableCode(await database.transaction({ kind: 'system' }, (tx) => findCode(tx, code_hash)))
  const password_hash = await identity.hasher.hash(form.password)
  const opened = await withFreeOperatedId((operated_id) =>
    database.transaction({ kind: 'system' }, (tx) =>
      openAccount(services, tx, { form, visitor, code_hash, password_hash, operated_id }),
    ),
  )
  giveBack()
  if (opened.token === null) {
    throw new Refusal('account_not_activated', { data: { lang: visitor.language } })
  }
  return { customer_id: opened.customer_id, token: opened.token }
}

interface Account {
  form: InputOf<typeof register>
  visitor: Visitor
  code_hash: Buffer
  password_hash: string
  operated_id: string
}

async function openAccount(
  services: Services,
  tx: Transaction,
  { form, visitor, code_hash, password_hash, operated_id }: Account,
): Promise<{ customer_id: string; token: string | null }> {
  const code = usableCode(await lockCode(tx, code_hash))
  const customer_id = newId()
  const is_active = code.activation === 'at_once'
  await insertCustomer(tx, {
    customer_id,
    person_id: code.person_id,
    username: form.username,
    nickname: form.nickname ?? form.username,
    email: form.email,
    phone_sealed: sealContact(services.settings.secret, customer_id, form.phone),
    entry: 'register',
    operated_id,
    status: is_active ? 'active' : 'not_activated',
    language: visitor.language,
    time_zone: visitor.time_zone,
    policy_version: code.policy_version,
    password_hash,
  })
  await markCodeUsed(tx, code.code_id, customer_id)
  await audit.append(tx, {
    actor: { kind: 'customer', customer_id },
    action: 'customer.registered',
    subject: { kind: 'customer', id: customer_id },
    customer_id,
    details: { code_id: code.code_id, policy_version: code.policy_version },
  })
  await publish(tx, CUSTOMER_REGISTERED_TOPIC, { customer_id }, customer_id)
  if (!is_active) return { customer_id, token: null }
  const { session_idle_ms } = policies.current(services)
  const { user_agent } = visitor
  const token = await openSession(tx, { customer_id, access: 'full', user_agent }, session_idle_ms)
  return { customer_id, token }
}

function hashOfCode(typed: string): Buffer {
  const code = canonicalLicenceCode(typed)
  if (code === null) throw new Refusal('authorization_code_not_found', { field: 'licence_key' })
  return tokenHash(code)
}

function usableCode(code: CodeRow | null): CodeRow {
  if (!code) throw new Refusal('authorization_code_not_found', { field: 'licence_key' })
  if (code.is_used) throw new Refusal('authorization_code_used', { field: 'licence_key' })
  if (code.is_expired) throw new Refusal('authorization_code_expired', { field: 'licence_key' })
  return code
}

/** Runs `open` with random operated IDs until one is free; turns what is taken into its refusal. */
async function withFreeOperatedId<T>(open: (operated_id: string) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open(randomInt(10_000_000, 100_000_000).toString())
    } catch (error) {
      const constraint = violatedConstraint(error)
      if (constraint === 'customers_operated_id_key' && tries < OPERATED_ID_TRIES_MAX) continue
      if (constraint === undefined || !isTaken(constraint)) throw error
      const { reason, field } = TAKEN[constraint]
      throw new Refusal(reason, { field })
    }
  }
}

function isTaken(constraint: string): constraint is keyof typeof TAKEN {
  return Object.hasOwn(TAKEN, constraint)
}
