import { createHash, randomBytes } from 'node:crypto'
import type { StaffRole } from '@adtally/contract/enums.ts'
import { approvedActs, type Staff } from '../../modules/module.ts'
import {
  activateStaff,
  authenticateStaff,
  initialiseStaff,
  operatorsModule,
  propose,
  proveAgain,
} from '../../modules/operators/index.ts'
import type { Services } from '../../modules/services.ts'
import { approveAsProposed } from '../office/approve-as-proposed.ts'

/** A maker and a checker who together can do everything except make staff; and the two admins who made them. */
export interface BuiltStaff {
  maker: Staff
  checker: Staff
  /** A third person who imports statements with the maker, so that the checker may decide; made on first use. */
  clerk(): Promise<Staff>
  prove(person: Staff): Promise<void>
  admins: Admins
}

/** The two founding admins: one proposes, the other approves. */
export type Admins = readonly [Staff, Staff]

export const STAFF_PASSWORD = 'a long walk by the harbour'

const ROLES = {
  maker: ['support', 'content', 'finance_maker', 'risk'],
  checker: ['content', 'finance_checker', 'risk'],
  clerk: ['finance_maker'],
} as const

const USUAL = ['maker', 'checker'] as const

const built = new WeakMap<Services, Promise<BuiltStaff>>()

/** This database's staff, signed in; made on first use and then kept. */
export function buildStaff(services: Services): Promise<BuiltStaff> {
  const known = built.get(services) ?? makeStaff(services)
  built.set(services, known)
  return known
}

/** Databases whose staff are there, and need only sign in. */
const staffed = new WeakSet<Services>()

/** Says that the database was cloned from one where `admitUsualStaff` made staff. */
export function beginStaffed(services: Services): void {
  staffed.add(services)
}

/** Makes the staff of `buildStaff`, the third person too, without signing them in to work. */
export async function admitUsualStaff(services: Services): Promise<void> {
  const admins = await foundStaff(services)
  for (const username of [...USUAL, 'clerk'] as const)
    await admitStaff(services, { admins }, { username, roles: ROLES[username] })
}

async function makeStaff(services: Services): Promise<BuiltStaff> {
  const admins = staffed.has(services) ? await signInAdmins(services) : await foundStaff(services)
  const take = async (username: (typeof USUAL)[number]) =>
    staffed.has(services)
      ? await signIn(services, username)
      : await joinStaff(services, { admins }, { username, roles: ROLES[username] })
  const [maker, checker] = [await take('maker'), await take('checker')]
  let joined: Promise<Staff> | null = null
  const takeOnClerk = async () => {
    if (staffed.has(services)) return await signIn(services, 'clerk')
    // Their first sessions may have ended by now.
    const admins = await signInAdmins(services)
    return await joinStaff(services, { admins }, { username: 'clerk', roles: ROLES.clerk })
  }
  const clerk = () => {
    joined ??= takeOnClerk()
    return joined
  }
  const prove = (person: Staff) => proveAgain(services, person, { password: STAFF_PASSWORD })
  return { maker, checker, clerk, prove, admins }
}

async function signIn(services: Services, username: string): Promise<Staff> {
  return await authenticateStaff(services, username, STAFF_PASSWORD)
}

const ADMINS = ['ada', 'abel'] as const

/** Makes the first two admins, with passwords, and signs them in. */
export async function foundStaff(
  services: Services,
  [first, second]: readonly [string, string] = ADMINS,
): Promise<Admins> {
  const founder = (username: string) => ({ username, display_name: username, password: STAFF_PASSWORD })
  await initialiseStaff(services, [founder(first), founder(second)])
  return await signInAdmins(services, [first, second])
}

async function signInAdmins(
  services: Services,
  [first, second]: readonly [string, string] = ADMINS,
): Promise<Admins> {
  return [await signIn(services, first), await signIn(services, second)]
}

/** Adds a member of staff with the admins' agreement, with a password, and signs them in. */
export async function joinStaff(
  services: Services,
  founded: Pick<BuiltStaff, 'admins'>,
  newcomer: { username: string; roles: readonly StaffRole[] },
): Promise<Staff> {
  await admitStaff(services, founded, newcomer)
  return await signIn(services, newcomer.username)
}

/** The same without signing in; returns the second factor's address if one is asked for. */
export async function admitStaff(
  services: Services,
  { admins: [first, second] }: Pick<BuiltStaff, 'admins'>,
  { username, roles }: { username: string; roles: readonly StaffRole[] },
  second_factor = false,
): Promise<string> {
  const first_code = randomBytes(16).toString('hex')
  const first_code_hash = createHash('sha256').update(first_code).digest('hex')
  const { proposal_id } = await services.database.transaction({ kind: 'system' }, (tx) =>
    propose(services, tx, {
      act: addStaff(),
      subject_kind: 'staff',
      subject_id: username,
      payload: { username, display_name: username, roles, first_code_hash },
      reason: 'more to do',
      maker: first,
    }),
  )
  const { outcome } = await approveAsProposed(services, [addStaff()], { proposal_id, staff: second })
  const { second_code } = Object(outcome)
  const credentials = { username, first_code, second_code, new_password: STAFF_PASSWORD, second_factor }
  return (await activateStaff(services, credentials)).second_factor ?? ''
}

function addStaff() {
  const act = approvedActs([operatorsModule]).find(({ action }) => action === 'staff.add')
  if (!act) throw new Error('operators has no act staff.add')
  return act
}
