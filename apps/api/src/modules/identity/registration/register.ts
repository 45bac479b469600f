import type { InputOf } from '@adtally/contract/call.ts'
import type { register } from '@adtally/contract/identity/registration.ts'
import { requireUncommon } from '../../../lib/passwords/uncommon-password.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { requireOwnName } from '../profile/own-name.ts'
import { rememberDevice } from '../sessions/device.ts'
import type { DeviceSession } from '../sign-in/sign-in.ts'
import { type GiveBack, tryFromNetwork } from '../sign-in/sign-in-limits.ts'
import { openAccount, requireUsableCode, type Visitor } from './open-account.ts'

/**
 * Opens an account with a licence code and signs in, in one transaction; only one of several uses of a code succeeds.
 * The code is checked before names, so that only its holder learns which are taken; a taken e-mail address is told
 * only by letter. Throws what the contract lists; `account_not_activated` where staff have to activate the account.
 */
export async function registerCustomer(
  services: Services,
  form: InputOf<typeof register>,
  visitor: Visitor,
): Promise<DeviceSession> {
  const { identity, settings } = services
  const giveBack = await tryFromNetwork(services, visitor.address)
  // Without a nickname, others see the username.
  requireOwnName(services, form.username, 'username')
  if (form.nickname !== undefined) requireOwnName(services, form.nickname, 'nickname')
  requireUncommon(form.password, [form.username, form.email, settings.brand.name])
  const code = { typed: form.licence_key, field: 'licence_key' } as const
  await requireUsableCode(services, code)
  const password_hash = await identity.hasher.hash(form.password)
  const { username, email, phone } = form
  const account = { username, nickname: form.nickname ?? null, email, phone, password_hash }
  const opening = openAccount(services, code, { ...account, entry: 'register' }, visitor)
  const opened = await givingBack(giveBack, opening)
  const device_token = await services.database.transaction({ kind: 'system' }, (tx) =>
    rememberDevice(tx, opened.customer_id, form.device_token),
  )
  return { ...opened, device_token }
}

/** Gives the try back once an account was opened, even if it still waits for activation. */
export async function givingBack<T>(giveBack: GiveBack, opening: Promise<T>): Promise<T> {
  try {
    const opened = await opening
    await giveBack()
    return opened
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'account_not_activated') await giveBack()
    throw error
  }
}
