import { randomBytes } from 'node:crypto'
import { agentClassOf } from '../decisions/agent-class.ts'
import type { TokenCodec, TokenContent, TokenTemplate, TokenTerms, TokenVisit } from '../decisions/token.ts'
import { IdSequence, idToBytes } from '../events/binary-id.ts'
import { eventIdOf } from '../events/event-ids.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

/** Someone with a phone, without a page, whom nobody has seen before. */
export function anyVisit(): TokenVisit {
  return {
    device: randomBytes(8),
    page: Buffer.alloc(8),
    address: randomBytes(8),
    agent_class: agentClassOf(PHONE),
    channel: 'tag',
    consent: { storage: false, opted_out: false },
  }
}

/** What a token promises, its ids in text. */
export type PromisedTerms = Omit<TokenTerms, 'plan' | 'placement' | 'lease' | 'publisher'> &
  Readonly<Record<'plan_id' | 'placement_id' | 'lease_id' | 'publisher_id', string>>

/** The bytes that a token of these terms seals. */
export function templateOf(
  codec: TokenCodec,
  { plan_id, placement_id, lease_id, publisher_id, ...promise }: PromisedTerms,
): TokenTemplate {
  return codec.template({
    ...promise,
    plan: idToBytes(plan_id),
    placement: idToBytes(placement_id),
    lease: idToBytes(lease_id),
    publisher: idToBytes(publisher_id),
  })
}

/** The terms in an opened token. */
export function termsOf({ ids, ...content }: TokenContent): PromisedTerms {
  const { charged_on_click, official, video, charge_micros, fee_micros, charge_within_ms } = content
  return {
    ...{ charged_on_click, official, video, charge_micros, fee_micros, charge_within_ms },
    plan_id: eventIdOf(ids, 'plan_id'),
    placement_id: eventIdOf(ids, 'placement_id'),
    lease_id: eventIdOf(ids, 'lease_id'),
    publisher_id: eventIdOf(ids, 'publisher_id'),
  }
}

/** A token of a new decision at `at_ms`, and the decision's id as bytes. */
export function sealedToken(
  codec: TokenCodec,
  template: TokenTemplate,
  at_ms: number,
  visit: TokenVisit = anyVisit(),
): { text: string; decision: Buffer } {
  const decision = Buffer.alloc(16)
  // A sequence goes on from its last time, and this may be an earlier one.
  new IdSequence().write(decision, 0, at_ms)
  return { text: codec.seal(template, { decision, visit, creative: Buffer.alloc(16), film_ms: 0 }), decision }
}
