import { STAFF_ROLES } from '@adtally/contract/enums.ts'
import * as z from 'zod/mini'
import { staffVerb } from '../module.ts'
import { FIGURES } from './figures.ts'
import { presentPolicies, wireName } from './presenter.ts'
import { current } from './read-policy.ts'
import { readDecidedVersions } from './repository.ts'
import { FIGURE_NAMES } from './rules.ts'

export const policyShowVerb = staffVerb({
  name: 'policy-show',
  summary:
    'Every policy figure in force with its bounds and what it says; changes announced; who decided each version',
  roles: STAFF_ROLES,
  input: z.strictObject({}),
  run: async (services) => {
    const now = services.clock.now()
    const decided = await services.database.transaction({ kind: 'system' }, readDecidedVersions)
    const announced = services.policies.all.filter(({ effective_from }) => effective_from > now)
    return {
      ...presentPolicies(current(services), announced),
      says: Object.fromEntries(FIGURE_NAMES.map((name) => [wireName(name), FIGURES[name].says])),
      versions: decided.map(({ values: _values, ...version }) => version),
    }
  },
})
