import { createStore } from '@adtally/client/store.ts'
import { userInfo } from '@adtally/contract/identity/identity.ts'
import type * as z from 'zod/mini'
import { readParsed } from '../device/parse-stored.ts'
import { onStoredElsewhere, readStored, writeStored } from '../device/storage.ts'

export type UserInfo = z.infer<typeof userInfo>

/** Who is signed in on this device. */
export interface Session {
  token: string
  user: UserInfo | null
}

/** Whether the token is only valid for wallet and withdrawal (PRODUCT §7): a refusal elsewhere does not end it. */
export function isRestricted(current: Session | null): boolean {
  const status = current?.user?.status
  return status === 'disabled' || status === 'cancelled'
}

function readSession(): Session | null {
  const token = readStored('fb_token')
  return token ? { token, user: readParsed('fb_userInfo', userInfo) } : null
}

/** The session, the same in every tab. */
export const session = createStore<Session | null>(readSession())

/** A token that shows at sign-in that this device was signed in before; it outlives every session. */
export function deviceToken(): { device_token?: string } {
  const device_token = readStored('device_token')
  return device_token ? { device_token } : {}
}

/** Stores the device token of a sign-in. */
export function keepDeviceToken(device_token: string): void {
  writeStored('device_token', device_token)
}

const forgetters = new Set<() => void>()

/** Registers a callback that clears data of the session, such as answers stored for offline reading. */
export function onSignOut(forget: () => void): void {
  forgetters.add(forget)
}

/** The customer whose expired session left typed input on this page, kept until somebody signs in; memory only. */
export const waiting_customer = createStore<string | null>(null)

function forgetUnlessOf(customer_id: string | undefined): void {
  const before = session.get()?.user?.customer_id ?? waiting_customer.get()
  if (customer_id === undefined || before !== customer_id) for (const forget of forgetters) forget()
  waiting_customer.set(null)
}

/** Stores a token and its user (SPEC §4: stored on login or register). */
export function signIn(token: string, user: UserInfo | null): void {
  forgetUnlessOf(user?.customer_id)
  writeStored('fb_userInfo', user && JSON.stringify(user))
  writeStored('fb_token', token)
  session.set({ token, user })
}

/** Replaces the current session's user, for example after a fresh `/user/info`. */
export function updateUser(user: UserInfo): void {
  const current = session.get()
  if (!current) return
  writeStored('fb_userInfo', JSON.stringify(user))
  session.set({ ...current, user })
}

/** True after the customer logged out: login then does not return to the page they left. */
export const left_by_choice = createStore(false)

/** Clears token, user and all their data; the guard then leads to login. */
export function signOut(by_choice = false): void {
  left_by_choice.set(by_choice)
  writeStored('fb_token', null)
  writeStored('fb_userInfo', null)
  for (const forget of forgetters) forget()
  waiting_customer.set(null)
  session.set(null)
}

/** Ends an expired session: clears token, user and answers, but keeps typed input on this page. */
export function endSession(): void {
  const customer_id = session.get()?.user?.customer_id
  if (customer_id === undefined) {
    signOut()
    return
  }
  left_by_choice.set(false)
  for (const key of ['fb_token', 'fb_userInfo', 'last_answers'] as const) writeStored(key, null)
  waiting_customer.set(customer_id)
  session.set(null)
}

/** Follows sign-ins and sign-outs in other tabs; returns how to stop. */
export function followOtherTabs(): () => void {
  return onStoredElsewhere('fb_token', () => {
    const next = readSession()
    if (next?.token === session.get()?.token) return
    forgetUnlessOf(next?.user?.customer_id)
    session.set(next)
  })
}
