import { sandboxClock, sandboxClockAdvance } from '@adtally/contract/sandbox.ts'
import type { Settings } from '../../settings.ts'
import type { Module } from '../module.ts'
import { customerRoute, type Route } from '../route.ts'
import { wishForClock } from './advance-clock.ts'
import { archive } from './archive.ts'
import { demoOfficeVerb } from './office-verb.ts'
import { readClock } from './read-clock.ts'
import type {} from './tables.ts'

export { openWish, stepClock } from './clock.repository.ts'
export { officeMode } from './office.repository.ts'

/** The channel on which the database says that a wish was made, or that the clock has arrived. */
export const SANDBOX_CLOCK_CHANNEL = 'sandbox_clock'

/**
 * What customers may do with a sandbox that may be played, and with no other ledger: move its clock. What lies ahead of them, each
 * of the modules states in `ahead`.
 */
export function sandboxModule(modules: readonly Module[]): Module {
  const readers = modules.flatMap(({ ahead }) => (ahead ? [ahead] : []))
  return {
    name: 'sandbox',
    archive,
    verbs: [demoOfficeVerb],
    routes: [
      customerRoute(sandboxClock, (_input, { customer_id }, { services }) =>
        readClock(services, readers, customer_id),
      ),
      customerRoute(sandboxClockAdvance, async (input, caller, { services }) => {
        await wishForClock(services, caller, input)
        return {}
      }),
    ].map(ofPlay),
  }
}

function ofPlay(route: Route): Route {
  return { ...route, isServed: ({ is_playable }: Settings) => is_playable }
}
