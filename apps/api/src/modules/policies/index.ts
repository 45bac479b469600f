import type { Module } from '../module.ts'
import { policyProposeVerb, unpricedPolicyProposeVerb } from './change-policy.ts'
import { policyCurrentRoute } from './policy-current.route.ts'
import { policyShowVerb } from './policy-show.verb.ts'

export type { FigureName } from './figures.ts'
export { current, currentSince, policyAt, policyVersion } from './read-policy.ts'
export { FIGURE_NAMES, NOTICE_MS, type Policy } from './rules.ts'
export { openPolicies, type PolicyStore } from './store.ts'

/** The versioned table of every figure that PRODUCT marks "(policy)". */
export const policiesModule: Module = {
  name: 'policies',
  routes: [policyCurrentRoute],
  verbs: [policyShowVerb, policyProposeVerb, unpricedPolicyProposeVerb],
}
