import type { Module, Staff } from '../modules/module.ts'
import { authenticateStaff, OPEN_VERBS } from '../modules/operators/index.ts'
import { Refusal } from '../modules/refusal.ts'
import type { Services } from '../modules/services.ts'
import { STAFF } from './catalogue.ts'
import { demoPassword } from './credentials.ts'
import { Office, rowsOf } from './office.ts'

/** A sign-in of staff for `npm run operator`. */
export interface StaffSignIn {
  username: string
  password: string
}

/** The demo's three members of staff: two made by `init` the first time, who then take on a third. */
export async function openOffice(
  services: Services,
  modules: readonly Module[],
): Promise<{ office: Office; staff: StaffSignIn[] }> {
  const [first, second] = [signInOf(services, STAFF.maker), signInOf(services, STAFF.checker)]
  const maker = (await authenticated(services, first)) ?? (await founded(services, first, second))
  const checker = await authenticated(services, second)
  if (!checker)
    throw new Error(`${second.username} can't sign in: the demo's data folder belongs to another database`)
  const office: Office = new Office(services, modules, {
    maker,
    checker,
    clerk: async () => (await third).staff,
  })
  const third = openClerk(services, office)
  return { office, staff: [first, second, (await third).sign_in] }
}

function signInOf(services: Services, username: string): StaffSignIn {
  return { username, password: demoPassword(services.settings.secret, username) }
}

/**
 * Who brings bank statements beside the first. Where a start was cut off, the halves of their code are lost: who was to
 * have them is shut out, and somebody of the next name comes.
 */
async function openClerk(
  services: Services,
  office: Office,
): Promise<{ staff: Staff; sign_in: StaffSignIn }> {
  const known = rowsOf(await office.run('list-staff'))
  for (let place = 1; ; place += 1) {
    const sign_in = signInOf(services, place === 1 ? STAFF.clerk : `${STAFF.clerk}${place}`)
    const found = known.find(({ username }) => username === sign_in.username)
    if (found?.disabled === true) continue
    if (found && found.activated !== true) {
      await office.run('disable-staff', {
        username: sign_in.username,
        reason: 'Their code was never handed over',
      })
      continue
    }
    if (!found) await takeOn(services, office, sign_in)
    const staff = await authenticated(services, sign_in)
    if (!staff) throw new Error(`${sign_in.username} can't sign in`)
    return { staff, sign_in }
  }
}

async function takeOn(
  services: Services,
  office: Office,
  { username, password: new_password }: StaffSignIn,
): Promise<void> {
  for (const { action, subject_id, proposal_id } of await office.list('list-proposals')) {
    if (action !== 'staff.add' || subject_id !== username) continue
    await office.run('refuse-proposal', { proposal_id, reason: 'Its code was never handed over' })
  }
  const flags = { username, display_name: 'Nina (demo)', roles: 'finance_maker', reason: 'Bank statements' }
  const { proposal_id, first_code } = await office.run('add-staff', flags)
  const { outcome } = await office.check('approve', { proposal_id })
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
    first_display_name: 'Mara (demo)',
    first_password: first.password,
    second_username: second.username,
    second_display_name: 'Theo (demo)',
    second_password: second.password,
  })
  const maker = await authenticated(services, first)
  if (!maker) throw new Error(`${first.username} can't sign in`)
  return maker
}
