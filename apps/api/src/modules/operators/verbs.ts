import { id } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { type Module, type Staff, type StaffVerb, staffVerb } from '../module.ts'
import { parseInput } from '../parse-input.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { decisionVerbs } from './decision-verbs.ts'
import { usageOf } from './flags.ts'
import { EVERY_ROLE, holdsRole } from './rules.ts'
import { resumeSession } from './staff-sessions.ts'

/** What every verb that proposes takes beside its own: of the intention, so that asking again proposes nothing twice. */
const proposalRequest = z.strictObject({ request_id: z.optional(id) })

/** How to write a verb's flags. */
export function usageOfVerb(verb: { input: z.ZodMiniObject; proposes?: string }): string {
  const usage = usageOf(verb.input)
  return verb.proposes === undefined ? usage : `${usage} ${usageOf(proposalRequest)}`
}

/** Every verb there is: those of `modules`, those that need the acts of all of them, and `list-verbs`. */
export function verbsOf(modules: readonly Module[]): StaffVerb[] {
  const acts = modules.flatMap(({ approved_acts }) => approved_acts ?? [])
  const verbs = [...modules.flatMap((module) => module.verbs ?? []), ...decisionVerbs(acts)]
  const listVerbs = staffVerb({
    name: 'list-verbs',
    summary: 'Every verb with the roles that may use it',
    roles: EVERY_ROLE,
    input: z.strictObject({}),
    run: async () =>
      verbs
        .map(({ name, summary, roles }) => ({ name, summary, roles }))
        .sort((left, right) => (left.name < right.name ? -1 : 1)),
  })
  return [...verbs, listVerbs]
}

/**
 * Runs a verb for whoever is at work by a session, as the database knows them; one that proposes also takes `request_id`,
 * by which asking again proposes nothing twice. Throws `token_expired`, `staff_role_missing`,
 * or what the verb refuses.
 */
export async function runVerb(
  services: Services,
  verb: StaffVerb,
  { session_token }: Pick<Staff, 'session_token'>,
  flags: unknown,
): Promise<unknown> {
  const staff = await resumeSession(services, session_token)
  if (!holdsRole(staff, verb.roles)) throw new Refusal('staff_role_missing')
  if (verb.proposes === undefined) return await verb.run(services, staff, flags)
  const { request_id: asked, ...own } = Object(flags)
  const { request_id } = parseInput(proposalRequest, { request_id: asked })
  return await verb.run(services, { ...staff, request_id }, own)
}
