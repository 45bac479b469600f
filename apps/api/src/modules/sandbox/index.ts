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

/** The database notifies on this channel when a wish is made or the clock has arrived. */
export const SANDBOX_CLOCK_CHANNEL = 'sandbox_clock'

/** Lets customers move the clock of a playable sandbox, and no other. Each module's `ahead` tells what lies ahead. */
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
