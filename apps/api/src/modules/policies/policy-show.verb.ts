import { policyShow } from '@adtally/contract/operator/house/policies.ts'
import { staffVerb } from '../module.ts'
import { FIGURES } from './figures.ts'
import { presentPolicies, wireName } from './presenter.ts'
import { current } from './read-policy.ts'
import { readDecidedVersions } from './repository.ts'
import { FIGURE_NAMES } from './rules.ts'

export const policyShowVerb = staffVerb(policyShow, async (services) => {
  const now = services.clock.now()
  const decided = await services.database.transaction({ kind: 'system' }, readDecidedVersions)
  const announced = services.policies.all.filter(({ effective_from }) => effective_from > now)
  return {
    ...presentPolicies(current(services), announced),
    says: Object.fromEntries(FIGURE_NAMES.map((name) => [wireName(name), FIGURES[name].says])),
    versions: decided.map(({ values: _values, ...version }) => version),
  }
})
