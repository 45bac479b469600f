import { requestId } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { parseInput } from '../../lib/parse-input.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { type PartnerVerb, scopeOf } from '../partner-verb.ts'
import type { Services } from '../services.ts'
import { type PartnerAtWork, refuseEndedPartner } from './sign-in/partner-sessions.ts'

/** What verbs that are done `once` take beside their own: a request's id, so that a retry does nothing twice. */
const requestFlag = z.strictObject({ request_id: z.optional(requestId) })

/**
 * Runs a verb for somebody whose session was looked up for this request. An act of the other side is none that they could
 * know of: `call_unknown`. Throws `staff_role_missing`, `proof_stale` if the verb asks for a fresh proof and there is none,
 * `request_done` on a repeat of a verb that is done `once`, unless it `answers_again`, `token_expired` if the session ends
 * meanwhile, or what the verb refuses.
 */
export async function runPartnerVerbAs(
  services: Services,
  verb: PartnerVerb,
  { is_fresh, ...partner }: PartnerAtWork,
  flags: unknown,
): Promise<unknown> {
  if (!verb.sides.includes(partner.side)) throw new Refusal('call_unknown')
  if (!verb.roles.includes(partner.role)) throw new Refusal('staff_role_missing')
  if (verb.proof === 'fresh' && !is_fresh) throw new Refusal('proof_stale')
  if (!verb.once) return await verb.run(services, partner, flags).catch(refuseEndedPartner)
  const { request_id: asked, ...own } = Object(flags)
  const { request_id } = parseInput(requestFlag, { request_id: asked })
  const act = async () => {
    if (request_id !== undefined && !verb.answers_again) {
      const { api } = services.databases
      await api.transaction(scopeOf(partner), (tx) => audit.refuseDoneByPartner(tx, partner, request_id))
    }
    return await verb.run(services, { ...partner, request_id }, own)
  }
  return await act().catch(refuseEndedPartner)
}
