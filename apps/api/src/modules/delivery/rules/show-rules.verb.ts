import { type RuleState, trafficRulesShow } from '@adtally/contract/operator/market/delivery-rules.ts'
import { staffVerb } from '../../module.ts'
import { networksOf } from '../visitors/network-of.ts'
import { readPublishedRules } from './rules.repository.ts'
import { faultOf } from './traffic-rules.ts'

/** `traffic-rules-show`: every version of every rule, in force, announced or past, and who published it. */
export const trafficRulesShowVerb = staffVerb(trafficRulesShow, async ({ database, clock, settings }) => {
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
      const state: RuleState = is_withdrawn
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
})
