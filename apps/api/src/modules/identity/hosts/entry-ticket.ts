import { createPublicKey } from 'node:crypto'
import { email, phone } from '@adtally/contract/identity/identity.ts'
import { shownName } from '@adtally/contract/identity/shown-name.ts'
import { HOST_USER } from '@adtally/contract/operator/house/sandbox-clock.ts'
import { HOST_ID, KEY_ID, publicJwk, SANDBOX_HOST } from '@adtally/contract/operator/house/staff.ts'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { sandboxHostKey, type TicketKey, ticketKey } from './host-key.ts'
import { findHostKey, ticketAudience } from './hosts.repository.ts'
import type { HostUser } from './tickets.repository.ts'

/** PRODUCT §7. */
const TICKET_LIFE_S = 60
/** How far a host's clock may be off. */
const CLOCK_TOLERANCE_S = 5
const SANDBOX_KEY_ID = 'sandbox-1'

/** A host's data about its user, for the account to open. */
export const hostProfile = z.object({
  /** One that can't be shown is dropped, since the host does not know our rules for names. */
  nickname: z.catch(z.optional(shownName), undefined),
  email,
  phone,
})
export type HostProfile = z.infer<typeof hostProfile>

/** Which key to look up, before anything is verified. */
const sender = z.object({
  iss: z.string().check(z.regex(HOST_ID)),
  kid: z.string().check(z.regex(KEY_ID)),
})

const claims = z.extend(hostProfile, {
  sub: z.string().check(z.regex(HOST_USER)),
  jti: z.string().check(z.regex(/^[!-~]{8,128}$/)),
  iat: z.int(),
  exp: z.int(),
})

/** A ticket whose signature, audience and time were verified. */
export interface EntryTicket extends HostUser {
  ticket_id: string
  profile: HostProfile
}

/**
 * Verifies a host's ticket: signed by an unrevoked key of the host, made for this database, at most 60 seconds long
 * and not expired. Throws `ticket_expired`, and `ticket_invalid` for everything else, forged or malformed.
 */
export async function readEntryTicket(services: Services, ticket: string): Promise<EntryTicket> {
  try {
    const { iss: host_id, kid } = senderOf(ticket)
    const { key, audience } = await findKey(services, host_id, kid)
    const { payload } = await jwtVerify(ticket, key.key, {
      algorithms: [...key.algorithms],
      issuer: host_id,
      audience,
      currentDate: services.clock.now(),
      clockTolerance: CLOCK_TOLERANCE_S,
      maxTokenAge: TICKET_LIFE_S,
    })
    const { sub, jti, iat, exp, ...said } = z.parse(claims, payload)
    if (exp - iat > TICKET_LIFE_S) throw invalid()
    return { host_id, subject: sub, ticket_id: jti, profile: z.parse(hostProfile, said) }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Refusal('ticket_expired', { field: 'ticket' })
    if (error instanceof errors.JOSEError || error instanceof z.core.$ZodError) throw invalid()
    throw error
  }
}

function senderOf(ticket: string): z.infer<typeof sender> {
  try {
    return z.parse(sender, { iss: decodeJwt(ticket).iss, kid: decodeProtectedHeader(ticket).kid })
  } catch {
    // The library throws several kinds of errors for text that is no token.
    throw invalid()
  }
}

function invalid(): Refusal {
  return new Refusal('ticket_invalid', { field: 'ticket' })
}

async function findKey(
  { database, settings }: Services,
  host_id: string,
  key_id: string,
): Promise<{ key: TicketKey; audience: string }> {
  const { stored, audience } = await database.transaction({ kind: 'system' }, async (tx) => ({
    stored: await findHostKey(tx, host_id, key_id),
    audience: await ticketAudience(tx),
  }))
  if (stored !== null) return { key: ticketKey(z.parse(publicJwk, stored)), audience }
  const is_own = host_id === SANDBOX_HOST && key_id === SANDBOX_KEY_ID
  if (!is_own || settings.ledger_mode !== 'sandbox') throw invalid()
  const key = createPublicKey(sandboxHostKey(settings.secret))
  return { key: { key, algorithms: ['EdDSA'] }, audience }
}

/** Makes a ticket like a host app, for the host that a sandbox plays. Throws `sandbox_only`. */
export async function issueSandboxTicket(
  { database, settings, clock }: Services,
  subject: string,
  said: HostProfile,
): Promise<string> {
  if (settings.ledger_mode !== 'sandbox') throw new Refusal('sandbox_only')
  const audience = await database.transaction({ kind: 'system' }, ticketAudience)
  const now_s = Math.floor(clock.now_ms() / 1000)
  return await new SignJWT({ ...said })
    .setProtectedHeader({ alg: 'EdDSA', kid: SANDBOX_KEY_ID, typ: 'JWT' })
    .setIssuer(SANDBOX_HOST)
    .setSubject(subject)
    .setAudience(audience)
    .setJti(newId())
    .setIssuedAt(now_s)
    .setExpirationTime(now_s + TICKET_LIFE_S)
    .sign(sandboxHostKey(settings.secret))
}
