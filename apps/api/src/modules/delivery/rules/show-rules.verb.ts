import { STAFF_ROLES } from '@adtally/contract/enums.ts'
import * as z from 'zod/mini'
import { staffVerb } from '../../module.ts'
import { networksOf } from '../visitors/network-of.ts'
import { readPublishedRules } from './rules.repository.ts'
import { faultOf } from './traffic-rules.ts'

/** `traffic-rules-show`: every version of every rule, in force, announced or past, and who published it. */
export const trafficRulesShowVerb = staffVerb({
  name: 'traffic-rules-show',
  summary:
    'Every version of the rules of invalid traffic: parameters, lists with their SHA-256, from when it is in force, who published it',
  roles: STAFF_ROLES,
  input: z.strictObject({}),
  run: async ({ database, clock, settings }) => {
    const networks = networksOf(settings)
    const versions = await database.transaction({ kind: 'system' }, readPublishedRules)
    const now = clock.now()
    const in_force = new Set<string>()
    return {
      network_database: networks?.build ?? null,
      rules: versions.map((version) => {
        const is_withdrawn = version.withdrawn_at !== null
        const is_first = !is_withdrawn && version.in_force_from <= now && !in_force.has(version.rule)
        if (is_first) in_force.add(version.rule)
        const state = is_withdrawn
          ? 'withdrawn'
          : version.in_force_from > now
            ? 'announced'
            : is_first
              ? 'in_force'
              : 'past'
        const lacks_networks = version.rule === 'data_centre' && networks === null
        return {
          ...version,
          state,
          fault: faultOf(version),
          // What is not looked for is not found absent.
          not_run: lacks_networks ? 'the settings name no NETWORK_DATABASE' : null,
        }
      }),
    }
  },
})
