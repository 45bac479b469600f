import { ApiError } from '@adtally/client/api-error.ts'
import { createStore } from '@adtally/client/store.ts'
import * as z from 'zod/mini'
import { type Person, type SessionCall, theDesk } from '../../../lib/desk.ts'
import { askSession, isSessionOver } from '../../../lib/office.ts'
import { begin, leave, lock, onPersonCame, session } from '../../../lib/session.ts'

type Input = Readonly<Record<string, unknown>>

/** A call about the session, answered by `answer`. Throws `ApiError`, `ConnectionError`. */
export async function ask<Answer extends z.ZodMiniType>(
  { method, name }: SessionCall,
  input: Input,
  answer: Answer,
): Promise<z.infer<Answer>> {
  return await askSession(answer, { method, name, input })
}

/** The same, which answers who is here then. */
export async function askPerson(call: SessionCall, input: Input): Promise<Person> {
  return await ask(call, input, theDesk().person)
}

/** Opens a session. Throws `ApiError`, `ConnectionError`. */
export async function signIn(input: Input): Promise<Person> {
  const person = await askPerson(theDesk().session.login, input)
  begin(person)
  return person
}

/** What somebody new sets up, shown once. */
const activated = z.object({
  /** `otpauth://…`, for an authenticator app; null: none. */
  second_factor: z.nullable(z.string()),
  recovery_codes: z.array(z.string()),
})
export type Activated = z.infer<typeof activated>

/** Sets what somebody new signs in with. Throws `ApiError`, `ConnectionError`. */
export async function activate(call: SessionCall, input: Input): Promise<Activated> {
  return await ask(call, input, activated)
}

/** Proves again who is here. Throws `ApiError`, `ConnectionError`. */
export async function prove(input: Input): Promise<void> {
  begin(await askPerson(theDesk().session.proof, input))
}

/** Takes whom the browser's cookie names; nobody if it names none, or no reply came. */
export async function askWhoIsHere(): Promise<void> {
  const person = await askPerson(theDesk().session.show, {}).catch(() => null)
  if (person) begin(person)
}

/** A session that is ended elsewhere is to be noticed within seconds; looking costs the server one indexed row. */
const LOOK_EVERY_MS = 5_000

/** Looks whether the session is still there and the same person's, which does not extend it, and locks the screen if not. */
async function look(): Promise<void> {
  const asked_of = session.get()
  if (asked_of.at !== 'here' || document.visibilityState !== 'visible') return
  // An answer from before somebody logged out or in says nothing of who is here now.
  const isOld = () => session.get() !== asked_of
  try {
    const person = await askPerson(theDesk().session.show, {})
    if (!isOld()) begin(person)
  } catch (error) {
    if (!isOld() && error instanceof ApiError && isSessionOver(error)) lock()
  }
}

/** Looks every few seconds, and whenever the page comes into sight; returns how to stop. */
export function watchSession(): () => void {
  const again = () => void look()
  const timer = setInterval(again, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', again)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', again)
  }
}

/** How far logging out has come: `unreached` means that the server may still have the session. */
export type LoggingOut = 'no' | 'asked' | 'unreached'
export const logging_out = createStore<LoggingOut>('no')
onPersonCame(() => logging_out.set('no'))

/**
 * Ends the session at the server, and only then forgets all that the page has. Where no answer says that it is over, the
 * screen locks and `logging_out` says that it may not be; never throws.
 */
export async function signOut(): Promise<void> {
  if (logging_out.get() === 'asked') return
  logging_out.set('asked')
  try {
    const { logout } = theDesk().session
    await ask(logout, {}, logout.response)
  } catch (error) {
    // One that has ended already is over, too.
    if (!(error instanceof ApiError && isSessionOver(error))) {
      logging_out.set('unreached')
      lock()
      return
    }
  }
  logging_out.set('no')
  leave()
}
