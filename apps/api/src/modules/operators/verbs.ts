import * as z from 'zod/mini'
import { type Module, type Staff, type StaffVerb, staffVerb } from '../module.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { decisionVerbs } from './decision-verbs.ts'
import { EVERY_ROLE, holdsRole } from './rules.ts'
import { resumeSession } from './staff-sessions.ts'
import { disableStaffVerb } from './staff-verbs.ts'

/** Every verb there is: those of `modules`, those that need the acts of all of them, and `list-verbs`. */
export function verbsOf(modules: readonly Module[]): StaffVerb[] {
  const acts = modules.flatMap(({ approved_acts }) => approved_acts ?? [])
  const verbs = [
    ...modules.flatMap((module) => module.verbs ?? []),
    ...decisionVerbs(acts),
    disableStaffVerb(acts),
  ]
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
 * Runs a verb for whoever is at work by a session, as the database knows them. Throws `token_expired`, `staff_role_missing`,
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
  return await verb.run(services, staff, flags)
}
