import { createHash, randomBytes } from 'node:crypto'
import type { StaffRole } from '@adtally/contract/enums.ts'
import type { Staff } from '../modules/module.ts'
import {
  activateStaff,
  approve,
  authenticateStaff,
  initialiseStaff,
  operatorsModule,
  propose,
} from '../modules/operators/index.ts'
import type { Services } from '../modules/services.ts'

/** Two people who can do everything together, and nothing that needs two alone. */
export interface BuiltStaff {
  maker: Staff
  checker: Staff
  /** Brings bank statements beside the maker, so that the checker can decide on their lines; made when first asked for. */
  clerk(): Promise<Staff>
}

export const STAFF_PASSWORD = 'a long walk by the harbour'

const ROLES = {
  maker: ['support', 'content', 'finance_maker', 'risk', 'admin'],
  checker: ['finance_checker', 'risk', 'admin'],
} as const

const built = new WeakMap<Services, Promise<BuiltStaff>>()

/** The two founders of this database, at work; made when first asked for, the same ones afterwards. */
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
  await initialiseStaff(services, [founder('maker'), founder('checker')])
  const signIn = (username: string) => authenticateStaff(services, username, STAFF_PASSWORD)
  const [maker, checker] = [await signIn('maker'), await signIn('checker')]
  let joined: Promise<Staff> | null = null
  const clerk = () => {
    joined ??= joinStaff(services, { maker, checker }, { username: 'clerk', roles: ['finance_maker'] })
    return joined
  }
  return { maker, checker, clerk }
}

/** Somebody new, as two of the staff agree on them, both of them admins; with a password, and at work. */
export async function joinStaff(
  services: Services,
  { maker, checker }: Pick<BuiltStaff, 'maker' | 'checker'>,
  { username, roles }: { username: string; roles: readonly StaffRole[] },
): Promise<Staff> {
  const first_code = randomBytes(16).toString('hex')
  const first_code_hash = createHash('sha256').update(first_code).digest('hex')
  const { proposal_id } = await services.database.transaction({ kind: 'system' }, (tx) =>
    propose(services, tx, {
      act: addStaff(),
      subject_kind: 'staff',
      subject_id: username,
      payload: { username, display_name: username, roles, first_code_hash },
      reason: 'more to do',
      maker,
    }),
  )
  const { outcome } = await approve(services, [addStaff()], { proposal_id, staff: checker })
  const { second_code } = Object(outcome)
  await activateStaff(services, { username, first_code, second_code, new_password: STAFF_PASSWORD })
  return await authenticateStaff(services, username, STAFF_PASSWORD)
}

function addStaff() {
  const act = operatorsModule.approved_acts?.find(({ action }) => action === 'staff.add')
  if (!act) throw new Error('operators has no act staff.add')
  return act
}
