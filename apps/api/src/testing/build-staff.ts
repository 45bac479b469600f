import type { Staff } from '../modules/module.ts'
import { initialiseStaff } from '../modules/operators/index.ts'
import type { Services } from '../modules/services.ts'

/** Two people who can do everything together, and nothing that needs two alone. */
export interface BuiltStaff {
  maker: Staff
  checker: Staff
}

export const STAFF_PASSWORD = 'a long walk by the harbour'

const ROLES = {
  maker: ['support', 'content', 'finance_maker', 'risk'],
  checker: ['finance_checker', 'risk', 'admin'],
} as const

const built = new WeakMap<Services, Promise<BuiltStaff>>()

/** The two founders of this database; made when first asked for, the same ones afterwards. */
export function buildStaff(services: Services): Promise<BuiltStaff> {
  const known = built.get(services) ?? makeStaff(services)
  built.set(services, known)
  return known
}

async function makeStaff(services: Services): Promise<BuiltStaff> {
  const founder = (username: 'maker' | 'checker') => ({
    username,
    display_name: username,
    roles: ROLES[username],
    password: STAFF_PASSWORD,
  })
  const [maker, checker] = await initialiseStaff(services, [founder('maker'), founder('checker')])
  if (!maker || !checker) throw new Error('two founders were made')
  return {
    maker: { staff_id: maker.staff_id, username: 'maker', roles: ROLES.maker },
    checker: { staff_id: checker.staff_id, username: 'checker', roles: ROLES.checker },
  }
}
