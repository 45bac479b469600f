import { ApiError } from '@adtally/client/api-error.ts'
import type * as z from 'zod/mini'
import { type Person, type SessionCall, theDesk } from '../../../lib/desk.ts'
import { askSession, isSessionOver } from '../../../lib/office.ts'
import { begin, leave, lock, session } from '../../../lib/session.ts'

type Input = Readonly<Record<string, unknown>>

async function ask<Answer extends z.ZodMiniType>(
  { method, name }: SessionCall,
  input: Input,
  answer: Answer,
): Promise<z.infer<Answer>> {
  return await askSession(answer, { method, name, input })
}

async function askPerson(call: SessionCall, input: Input): Promise<Person> {
  return await ask(call, input, theDesk().person)
}

/** Opens a session. Throws `ApiError`, `ConnectionError`. */
export async function signIn(input: Input): Promise<Person> {
  const person = await askPerson(theDesk().session.login, input)
  begin(person)
  return person
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

const LOOK_EVERY_MS = 60_000

/** Looks whether the session is still there, which does not extend it, and locks the screen if it has ended. */
async function look(): Promise<void> {
  if (session.get().at !== 'here' || document.visibilityState !== 'visible') return
  try {
    begin(await askPerson(theDesk().session.show, {}))
  } catch (error) {
    if (error instanceof ApiError && isSessionOver(error)) lock()
  }
}

/** Looks every minute, and whenever the page comes into sight; returns how to stop. */
export function watchSession(): () => void {
  const again = () => void look()
  const timer = setInterval(again, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', again)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', again)
  }
}

/** Ends the session. The page forgets all either way; throws `ConnectionError` if the server may not have. */
export async function signOut(): Promise<void> {
  const is_here = session.get().at === 'here'
  leave()
  if (!is_here) return
  const { logout } = theDesk().session
  await ask(logout, {}, logout.response).catch((error: unknown) => {
    // It had ended already.
    if (!(error instanceof ApiError)) throw error
  })
}
