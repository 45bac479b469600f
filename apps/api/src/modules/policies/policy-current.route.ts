import { policyCurrent } from '@adtally/contract/policies.ts'
import { publicRoute } from '../route.ts'
import { presentPolicies } from './presenter.ts'
import { current } from './read-policy.ts'

/** `GET /policy/current`: public, because everybody may read the rules that bind them. */
export const policyCurrentRoute = publicRoute(policyCurrent, (_input, { services }) => {
  const now = services.clock.now()
  const announced = services.policies.all.filter(({ effective_from }) => effective_from > now)
  return presentPolicies(current(services), announced)
})
