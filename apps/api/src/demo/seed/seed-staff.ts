import { Refusal } from '../../lib/refusal.ts'
import type { Module, Staff } from '../../modules/module.ts'
import { authenticateStaff, OPEN_VERBS, proveAgain } from '../../modules/operators/index.ts'
import type { Services } from '../../modules/services.ts'
import { demoPassword } from '../credentials.ts'
import { Office, type OfficeStaff, rowsOf } from '../office.ts'
import { ACTING_STAFF, ADMINS, STAFF } from './catalogue.ts'

/** A sign-in of staff for `npm run operator`. */
export interface StaffSignIn {
  username: string
  password: string
}

/** The demo's staff: two admins, made by `init` the first time, and those whom they add, who come first. */
export async function openOffice(
  services: Services,
  modules: readonly Module[],
): Promise<{ office: Office; staff: StaffSignIn[] }> {
  const { admins, sign_ins } = await openAdmins(services, modules)
  const maker = await openMember(services, admins, STAFF.maker)
  const checker = await openMember(services, admins, STAFF.checker)
  const clerk = await openMember(services, admins, STAFF.clerk)
  const staff = {
    maker: maker.staff,
    checker: checker.staff,
    clerk: async () => clerk.staff,
    prove: proverOf(services),
  }
  return {
    office: new Office(services, modules, staff),
    staff: [maker.sign_in, checker.sign_in, clerk.sign_in, ...sign_ins],
  }
}

/** Opens the automatic staff with new sessions, and the third of them. */
export async function openActingOffice(
  services: Services,
  modules: readonly Module[],
): Promise<{ office: Office; third: Staff }> {
  const { admins } = await openAdmins(services, modules)
  const { staff: maker } = await openMember(services, admins, ACTING_STAFF.maker)
  const { staff: checker } = await openMember(services, admins, ACTING_STAFF.checker)
  const { staff: third } = await openMember(services, admins, ACTING_STAFF.third)
  const people = { maker, checker, clerk: async () => third, prove: proverOf(services) }
  return { office: new Office(services, modules, people), third }
}

async function openAdmins(
  services: Services,
  modules: readonly Module[],
): Promise<{ admins: Office; sign_ins: readonly StaffSignIn[] }> {
  const [first, second] = [signInOf(services, ADMINS[0].username), signInOf(services, ADMINS[1].username)]
  const admin = (await authenticated(services, first)) ?? (await founded(services, first, second))
  const other = await authenticated(services, second)
  if (!other)
    throw new Error(`${second.username} can't sign in: the demo's data folder belongs to another database`)
  const people = { maker: admin, checker: other, clerk: async () => admin, prove: proverOf(services) }
  const admins = new Office(services, modules, people)
  return { admins, sign_ins: [first, second] }
}

/** Proves the demo's people again by their password. */
function proverOf(services: Services): OfficeStaff['prove'] {
  return (person) => proveAgain(services, person, signInOf(services, person.username))
}

function signInOf(services: Services, username: string): StaffSignIn {
  return { username, password: demoPassword(services.settings.secret, username) }
}

/** Somebody whom the admins add. */
interface Member {
  username: string
  display_name: string
  /** Separated by commas. */
  roles: string
}

/** Signs a person in, added if missing. If a cut lost an account's code, it is disabled and the next name used. */
async function openMember(
  services: Services,
  admins: Office,
  member: Member,
): Promise<{ staff: Staff; sign_in: StaffSignIn }> {
  const known = rowsOf(await admins.run('list-staff'))
  for (let place = 1; ; place += 1) {
    const sign_in = signInOf(services, place === 1 ? member.username : `${member.username}${place}`)
    const found = known.find(({ username }) => username === sign_in.username)
    if (found?.disabled === true) continue
    if (found && found.activated !== true) {
      await admins.run('disable-staff', {
        username: sign_in.username,
        reason: 'Their code was never handed over',
      })
      continue
    }
    if (!found) await takeOn(services, admins, member, sign_in)
    const staff = await authenticated(services, sign_in)
    if (!staff) throw new Error(`${sign_in.username} can't sign in`)
    return { staff, sign_in }
  }
}

async function takeOn(
  services: Services,
  admins: Office,
  { display_name, roles }: Member,
  { username, password: new_password }: StaffSignIn,
): Promise<void> {
  for (const { action, subject_id, proposal_id } of await admins.list('list-proposals')) {
    if (action !== 'staff.add' || subject_id !== username) continue
    await admins.run('refuse-proposal', { proposal_id, reason: 'Its code was never handed over' })
  }
  const flags = { username, display_name, roles, reason: 'The demo’s work' }
  const { proposal_id, first_code } = await admins.run('add-staff', flags)
  const { outcome } = await admins.check('approve', { proposal_id })
  const { second_code } = Object(outcome)
  const activate = OPEN_VERBS.find(({ name }) => name === 'activate-staff')
  if (!activate) throw new Error('there is no verb activate-staff')
  await activate.run(services, { username, first_code, second_code, new_password })
}

async function authenticated(services: Services, { username, password }: StaffSignIn): Promise<Staff | null> {
  try {
    return await authenticateStaff(services, username, password)
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'staff_credentials_wrong') return null
    throw error
  }
}

async function founded(services: Services, first: StaffSignIn, second: StaffSignIn): Promise<Staff> {
  const init = OPEN_VERBS.find(({ name }) => name === 'init')
  if (!init) throw new Error('there is no verb init')
  await init.run(services, {
    first_username: first.username,
    first_display_name: ADMINS[0].display_name,
    first_password: first.password,
    second_username: second.username,
    second_display_name: ADMINS[1].display_name,
    second_password: second.password,
  })
  const admin = await authenticated(services, first)
  if (!admin) throw new Error(`${first.username} can't sign in`)
  return admin
}
