import type { InputOf } from '@adtally/contract/call.ts'
import type { hybridLogin, hybridRegister, openStore } from '@adtally/contract/identity/identity-hybrid.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { openContact, sealContact } from '../profile/contact-sealing.ts'
import { posesAsOffice } from '../profile/names-of-office.ts'
import {
  type OpenedSession,
  openAccount,
  requireUsableCode,
  type Visitor,
} from '../registration/open-account.ts'
import { givingBack } from '../registration/register.ts'
import { keepsRestrictedAccess, statusReason } from '../rules.ts'
import { openSession } from '../sessions/open-session.ts'
import { newToken, tokenHash } from '../sessions/tokens.ts'
import { tryFromNetwork } from '../sign-in/sign-in-limits.ts'
import { type EntryTicket, type HostProfile, hostProfile, readEntryTicket } from './entry-ticket.ts'
import {
  customerOfHost,
  findOpeningTicket,
  type HostUser,
  insertHybridAccount,
  insertOpeningTicket,
  takeEntryTicket,
  takeOpeningTicket,
} from './tickets.repository.ts'

/** PRODUCT §7. */
const OPENING_LIFE_MS = 30 * 60_000

/**
 * Trades a host's ticket for a token (PRODUCT §7). Throws `ticket_invalid`, `ticket_expired`, `ticket_used`;
 * `ad_account_missing` with an `opening_ticket` for a user without an ad account; an account's status as `signIn`
 * does. Any result but the first three uses the ticket up.
 */
export async function signInByTicket(
  services: Services,
  { ticket }: InputOf<typeof hybridLogin>,
  visitor: Visitor,
): Promise<OpenedSession> {
  const entry = await readTicket(services, ticket, visitor)
  const outcome = await services.database.transaction({ kind: 'system' }, async (tx) => {
    await useTicket(tx, entry)
    const customer = await customerOfHost(tx, entry)
    if (!customer) return { refusal: await missing(services, tx, entry) }
    const { customer_id, status } = customer
    const { user_agent, session_token } = visitor
    const reason = statusReason(status)
    const data = { lang: customer.language ?? visitor.language }
    if (reason !== null && !keepsRestrictedAccess(status)) return { refusal: new Refusal(reason, { data }) }
    const access = reason === null ? 'full' : 'restricted'
    const before = { session_token, carryToSession: services.identity.carryToSession }
    const session = { customer_id, access, user_agent, before } as const
    const token = await openSession(tx, session, policies.current(services))
    if (reason === null) return { customer_id, token }
    return { refusal: new Refusal(reason, { data: { ...data, restricted_token: token } }) }
  })
  // Thrown outside of the transaction, because what the refusal reports must commit.
  if ('refusal' in outcome) throw outcome.refusal
  services.identity.keeper.forgetCustomer(outcome.customer_id)
  return outcome
}

/**
 * Opens an account with a ticket and the authorization code that the host asked its user for. A refusal leaves the
 * ticket usable. Throws what the call's contract lists.
 */
export async function registerByTicket(
  services: Services,
  { ticket, authorization_code }: InputOf<typeof hybridRegister>,
  visitor: Visitor,
): Promise<OpenedSession> {
  const entry = await readTicket(services, ticket, visitor)
  return await openFor(services, { authorization_code, user: entry, profile: entry.profile }, visitor, (tx) =>
    useTicket(tx, entry),
  )
}

/**
 * Opens an account with an authorization code and the opening ticket from `signInByTicket`. A refused code leaves the
 * opening ticket usable, so that a typing mistake can be corrected. Throws what the call's contract lists.
 */
export async function openStoreByTicket(
  services: Services,
  { opening_ticket, authorization_code }: InputOf<typeof openStore>,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { database, settings } = services
  const found = await database.transaction({ kind: 'system' }, (tx) =>
    findOpeningTicket(tx, tokenHash(opening_ticket)),
  )
  if (!found) throw openingInvalid()
  const { opening_id, profile_sealed } = found
  const profile = z.parse(hostProfile, JSON.parse(openContact(settings.secret, opening_id, profile_sealed)))
  return await openFor(services, { authorization_code, user: found, profile }, visitor, async (tx) => {
    const is_good = await takeOpeningTicket(tx, opening_id)
    if (!is_good) throw openingInvalid()
  })
}

interface Opening {
  authorization_code: string
  user: HostUser
  profile: HostProfile
}

async function openFor(
  services: Services,
  { authorization_code, user: { host_id, subject }, profile }: Opening,
  visitor: Visitor,
  useUp: (tx: Transaction) => Promise<void>,
): Promise<OpenedSession> {
  const giveBack = await tryFromNetwork(services, visitor.address)
  const code = { typed: authorization_code, field: 'authorization_code' } as const
  await requireUsableCode(services, code)
  const { email, phone } = profile
  const nickname =
    profile.nickname && !posesAsOffice(profile.nickname, services.settings.brand.name)
      ? profile.nickname
      : null
  const nameless = { username: null, entry: 'hybrid', password_hash: null } as const
  const account = { ...nameless, nickname, email, phone }
  const opening = openAccount(services, code, account, visitor, async (tx, customer_id) => {
    await useUp(tx)
    const is_first = await insertHybridAccount(tx, { host_id, subject }, customer_id)
    if (!is_first) throw new Refusal('person_has_account', { field: code.field })
  })
  return await givingBack(giveBack, opening)
}

/** Reads a ticket; guesses count against the address. */
async function readTicket(services: Services, ticket: string, visitor: Visitor): Promise<EntryTicket> {
  const giveBack = await tryFromNetwork(services, visitor.address)
  const entry = await readEntryTicket(services, ticket)
  await giveBack()
  return entry
}

async function useTicket(tx: Transaction, { host_id, ticket_id }: EntryTicket): Promise<void> {
  const is_first = await takeEntryTicket(tx, host_id, ticket_id)
  if (!is_first) throw new Refusal('ticket_used', { field: 'ticket' })
}

async function missing({ settings }: Services, tx: Transaction, entry: EntryTicket): Promise<Refusal> {
  const { host_id, subject } = entry
  const opening_id = newId()
  const opening_ticket = newToken()
  const profile_sealed = sealContact(settings.secret, opening_id, JSON.stringify(entry.profile))
  const ticket = { opening_id, ticket_hash: tokenHash(opening_ticket), host_id, subject, profile_sealed }
  await insertOpeningTicket(tx, ticket, OPENING_LIFE_MS)
  return new Refusal('ad_account_missing', { data: { opening_ticket } })
}

function openingInvalid(): Refusal {
  return new Refusal('opening_ticket_invalid', { field: 'opening_ticket' })
}
