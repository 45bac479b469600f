import { randomBytes } from 'node:crypto'
import { agentClassOf } from '../decisions/agent-class.ts'
import type { TokenCodec, TokenTemplate, TokenVisit } from '../decisions/token.ts'
import { IdSequence } from '../events/binary-id.ts'

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
