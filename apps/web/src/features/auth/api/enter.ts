import { ApiError } from '@adtally/client/api-error.ts'
import type { OutputOf } from '@adtally/contract/call.ts'
import { hybridLogin, hybridRegister } from '@adtally/contract/identity/identity-hybrid.ts'
import type { Reason } from '@adtally/contract/reasons.ts'
import { request } from '../../../lib/api.ts'

type SignedIn = OutputOf<typeof hybridLogin>

/** Refusals of the code that the host collected: the welcome page asks for another one. */
const REASONS_OF_CODE: readonly (Reason | null)[] = [
  'authorization_code_not_found',
  'authorization_code_used',
  'authorization_code_expired',
  'person_has_account',
]

const trades = new Map<string, Promise<SignedIn>>()

/**
 * Trades a host's ticket for a session, only once however often the page renders, because a ticket works once. With
 * an authorization code, which the host asked its user for, it opens an account on the way.
 */
export function tradeTicket(ticket: string, authorization_code: string | null): Promise<SignedIn> {
  const known = trades.get(ticket)
  if (known) return known
  const trade = authorization_code === null ? enter(ticket) : open(ticket, authorization_code)
  trades.set(ticket, trade)
  return trade
}

/** Allows another try after a lost connection: the ticket may be unused. */
export function forgetTrade(ticket: string): void {
  trades.delete(ticket)
}

function enter(ticket: string): Promise<SignedIn> {
  return request(hybridLogin, { ticket })
}

async function open(ticket: string, authorization_code: string): Promise<SignedIn> {
  try {
    return await request(hybridRegister, { ticket, authorization_code })
  } catch (error) {
    // A refused code leaves the ticket valid.
    if (error instanceof ApiError && REASONS_OF_CODE.includes(error.reason)) return await enter(ticket)
    throw error
  }
}
