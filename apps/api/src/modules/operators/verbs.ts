import { id } from '@adtally/contract/fields.ts'
import { listVerbs } from '@adtally/contract/operator/house/proposals.ts'
import * as z from 'zod/mini'
import { parseInput } from '../../lib/parse-input.ts'
import { Refusal } from '../../lib/refusal.ts'
import { asRole } from '../as-role.ts'
import * as audit from '../audit/index.ts'
import { type Module, type Staff, type StaffVerb, staffVerb } from '../module.ts'
import type { Services } from '../services.ts'
import { renewOwnClaim, withHolders } from './claims/with-claims.ts'
import { OUT_USAGE, usageOf } from './flags.ts'
import { listAuditEntriesVerb } from './list-audit-entries.ts'
import { decisionVerbs } from './proposals/decision-verbs.ts'
import { givenInput } from './proposals/given-input.ts'
import { holdsRole } from './rules.ts'
import { searchVerb } from './search-verb.ts'
import { type AtWork, refuseEnded, resumeSession } from './sign-in/staff-sessions.ts'

/** An extra flag of verbs that propose or are `once`: a request's id, so that a retry does nothing twice. */
const requestFlag = z.strictObject({ request_id: z.optional(id) })

/** How to write a verb's flags. */
export function usageOfVerb(verb: Pick<StaffVerb, 'request' | 'proposes' | 'once' | 'answers_file'>): string {
  const has_request = verb.proposes !== undefined || verb.once
  return [
    usageOf(verb.request),
    verb.answers_file !== undefined && OUT_USAGE,
    has_request && usageOf(requestFlag),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Every verb: those of `modules`, those that need all modules' acts, and `list-verbs`. */
export function verbsOf(modules: readonly Module[]): StaffVerb[] {
  const verbs = [
    ...modules.flatMap((module) => module.verbs ?? []),
    ...decisionVerbs(modules),
    listAuditEntriesVerb(modules.flatMap(({ customerOf = [] }) => customerOf)[0]),
    searchVerb(modules.flatMap((module) => module.searches ?? [])),
  ]
  const listVerbsVerb = staffVerb(listVerbs, async () =>
    verbs
      .map(({ name, summary, roles }) => ({ name, summary, roles: [...roles] }))
      .sort((left, right) => (left.name < right.name ? -1 : 1)),
  )
  return [...verbs, listVerbsVerb]
}

/**
 * Runs a verb for a session's owner, as the database knows them. A verb that proposes also takes `request_id`; a
 * repeat then returns the same proposal. A verb that is done `once` takes it, too, and throws `request_done` on a
 * repeat. Throws `token_expired` (also if the session ends or its owner's roles change meanwhile),
 * `staff_role_missing`, `proof_stale` if the verb asks for a fresh proof and there is none, or what the verb refuses.
 */
export async function runVerb(
  services: Services,
  verb: StaffVerb,
  { session_token }: Pick<Staff, 'session_token'>,
  flags: unknown,
): Promise<unknown> {
  return await runVerbAs(services, verb, await resumeSession(services, session_token), flags)
}

/** As `runVerb`, for somebody whose session was looked up for this request. */
export async function runVerbAs(
  services: Services,
  verb: StaffVerb,
  { is_fresh, lacks_factor: _lacks, ...staff }: AtWork,
  flags: unknown,
): Promise<unknown> {
  if (!holdsRole(staff, verb.roles)) throw new Refusal('staff_role_missing')
  if (verb.proof === 'fresh' && !is_fresh) throw new Refusal('proof_stale')
  await renewOwnClaim(services, verb, staff, flags)
  const answer = await runAs(services, verb, staff, flags).catch(refuseEnded)
  return await withHolders(services, verb, answer)
}

async function runAs(services: Services, verb: StaffVerb, staff: Staff, flags: unknown): Promise<unknown> {
  if (verb.proposes === undefined && !verb.once) return await verb.run(services, staff, flags)
  const { request_id: asked, ...own } = Object(flags)
  const { request_id } = parseInput(requestFlag, { request_id: asked })
  if (!verb.once) return await verb.run(services, { ...staff, request_id, given: givenInput(verb, own) }, own)
  if (request_id !== undefined) {
    const { database } = asRole(services, 'office')
    await database.transaction({ kind: 'system' }, (tx) => audit.refuseDone(tx, staff, request_id))
  }
  return await verb.run(services, { ...staff, act_request_id: request_id }, own)
}
