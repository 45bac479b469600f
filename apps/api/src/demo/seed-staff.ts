import type { Module, Staff } from '../modules/module.ts'
import { authenticateStaff, OPEN_VERBS } from '../modules/operators/index.ts'
import { Refusal } from '../modules/refusal.ts'
import type { Services } from '../modules/services.ts'
import { STAFF } from './catalogue.ts'
import { demoPassword } from './credentials.ts'
import { Office } from './office.ts'

/** A sign-in of staff for `npm run operator`. */
export interface StaffSignIn {
  username: string
  password: string
}

/** The demo's two members of staff, made by `init` the first time. */
export async function openOffice(
  services: Services,
  modules: readonly Module[],
): Promise<{ office: Office; staff: StaffSignIn[] }> {
  const signIn = (username: string) => ({
    username,
    password: demoPassword(services.settings.secret, username),
  })
  const [first, second] = [signIn(STAFF.maker), signIn(STAFF.checker)]
  const maker = (await authenticated(services, first)) ?? (await founded(services, first, second))
  const checker = await authenticated(services, second)
  if (!checker)
    throw new Error(`${second.username} can't sign in: the demo's data folder belongs to another database`)
  return { office: new Office(services, modules, { maker, checker }), staff: [first, second] }
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
