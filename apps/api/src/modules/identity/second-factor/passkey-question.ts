import type { PasskeyQuestion } from '@adtally/contract/identity/passkey.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { challengeIn, type PasskeyPlace, passkeyPlaceOf } from '../../../lib/passkey-signature.ts'
import type { Services } from '../../services.ts'
import { newToken, tokenHash } from '../sessions/tokens.ts'
import { insertChallenge, type PasskeyRow, takeChallenge } from './passkeys.repository.ts'

/** How long a question waits for its answer. */
export const QUESTION_LIFE_MS = 5 * 60_000

/**
 * What a second factor is shown for. A passkey's answer is valid for just this: for money with its amount and
 * recipient, for a change with its session.
 */
export type FactorUse =
  | { kind: 'sign_in' }
  | { kind: 'withdrawal'; amount_micros: Micros; beneficiary_id: string }
  | { kind: 'exchange'; act: 'confirm' | 'complete'; order_id: string }
  | { kind: 'change'; change: string; session_id: string }

/** What a new passkey is made for: the asking session, and whether it is the first factor, which needs no other. */
export type MakingUse = { kind: 'make'; session_id: string; is_first: boolean }

/** Where this program accepts passkeys; null where its address has no host name. */
export function passkeyPlace({ settings: { passkey_origin } }: Services): PasskeyPlace | null {
  return passkeyPlaceOf(passkey_origin)
}

/** A new challenge for one customer and purpose, stored by its hash. */
export async function newChallenge(
  tx: Transaction,
  customer_id: string,
  use: FactorUse | MakingUse,
): Promise<string> {
  const challenge = newToken()
  const row = { challenge_hash: tokenHash(challenge), customer_id, purpose: purposeOf(use) }
  await insertChallenge(tx, row, QUESTION_LIFE_MS)
  return challenge
}

/** A question that any of these passkeys can answer. */
export async function newQuestion(
  tx: Transaction,
  passkeys: readonly PasskeyRow[],
  { rp_id }: PasskeyPlace,
  customer_id: string,
  use: FactorUse,
): Promise<PasskeyQuestion> {
  const challenge = await newChallenge(tx, customer_id, use)
  return { challenge, rp_id, timeout_ms: QUESTION_LIFE_MS, passkeys: passkeys.map(namedPasskey) }
}

/** What browsers find a passkey by. */
export function namedPasskey({ credential_id, transports }: PasskeyRow) {
  return { credential_id: credential_id.toString('base64url'), transports }
}

/**
 * The challenge that an answer names, now used up; null where it was not asked of this customer for this purpose, is
 * expired or used, or where another site's page framed ours.
 */
export async function takeAnswered(
  tx: Transaction,
  client_data: string,
  customer_id: string,
  use: FactorUse | MakingUse,
): Promise<string | null> {
  const challenge = challengeIn(client_data)
  if (challenge === null) return null
  const row = { challenge_hash: tokenHash(challenge), customer_id, purpose: purposeOf(use) }
  return (await takeChallenge(tx, row)) ? challenge : null
}

function purposeOf(use: FactorUse | MakingUse): string {
  switch (use.kind) {
    case 'sign_in':
      return 'sign_in'
    case 'withdrawal':
      return `withdrawal of ${formatAmount(use.amount_micros)} to ${use.beneficiary_id}`
    case 'exchange':
      return `exchange ${use.act} ${use.order_id}`
    case 'change':
      return `${use.change} in ${use.session_id}`
    case 'make':
      return `make ${use.is_first ? 'the first' : 'another'} in ${use.session_id}`
  }
}
