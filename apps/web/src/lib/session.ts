import { userInfo } from '@adtally/contract/identity.ts'
import type * as z from 'zod/mini'
import { readParsed } from './parse-stored.ts'
import { onStoredElsewhere, readStored, writeStored } from './storage.ts'
import { createStore } from './store.ts'

export type UserInfo = z.infer<typeof userInfo>

/** Who is signed in on this device. */
export interface Session {
  token: string
  user: UserInfo | null
}

/** A restricted token is good for wallet and withdrawal alone (PRODUCT §7): being refused elsewhere does not end it. */
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

const forgetters = new Set<() => void>()

/** Registers what has to be forgotten with the session, such as answers kept for reading offline. */
export function onSignOut(forget: () => void): void {
  forgetters.add(forget)
}

/** Keeps a token and its user (SPEC §4: stored on login or register). */
export function signIn(token: string, user: UserInfo | null): void {
  if (session.get()?.user?.customer_id !== user?.customer_id) for (const forget of forgetters) forget()
  writeStored('fb_userInfo', user && JSON.stringify(user))
  writeStored('fb_token', token)
  session.set({ token, user })
}

/** Replaces the user of the present session, for example after a fresh `/user/info`. */
export function updateUser(user: UserInfo): void {
  const current = session.get()
  if (!current) return
  writeStored('fb_userInfo', JSON.stringify(user))
  session.set({ ...current, user })
}

/** True after the customer's own logout: then login does not lead back to the page that was left. */
export const left_by_choice = createStore(false)

/** Clears token and user, and everything that belongs to them; the guard then leads to login. */
export function signOut(by_choice = false): void {
  left_by_choice.set(by_choice)
  writeStored('fb_token', null)
  writeStored('fb_userInfo', null)
  for (const forget of forgetters) forget()
  session.set(null)
}

/** Follows sign-ins and sign-outs of other tabs; returns how to stop. */
export function followOtherTabs(): () => void {
  return onStoredElsewhere('fb_token', () => {
    const next = readSession()
    if (next?.token === session.get()?.token) return
    for (const forget of forgetters) forget()
    session.set(next)
  })
}
