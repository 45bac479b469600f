import type { ApiError } from '@adtally/client/api-error.ts'
import { createStore } from '@adtally/client/store.ts'
import { type Person, theDesk } from './desk.ts'

/** `locked`: the session ended over work that its person may go on with. */
type Session = { at: 'nobody' } | { at: 'here' | 'locked'; person: Person }

/** Whose work it is; what the server says of the session, as last heard. */
export const session = createStore<Session>({ at: 'nobody' })

/** Somebody else came, or the person left: what waited for them is given up. */
export class PersonLeft extends Error {
  constructor() {
    super('the person who asked for it has left')
    this.name = 'PersonLeft'
  }
}

interface Waiting {
  resolve(): void
  reject(error: Error): void
}

let waiting: Waiting[] = []
const forgetters = new Set<() => void>()

/** Registers what clears somebody's work: answers, drafts, intentions. */
export function onPersonLeft(forget: () => void): void {
  forgetters.add(forget)
}

const welcomers = new Set<() => void>()

/** Registers what is to know that somebody has signed in or was found to be. */
export function onPersonCame(welcome: () => void): void {
  welcomers.add(welcome)
}

/** Whose work the tab's storage holds, so that it is found out after a reload, too; an id and nothing else. */
const ownerKey = () => `${theDesk().id}-person`

function ownerKept(): string | null {
  try {
    return sessionStorage.getItem(ownerKey())
  } catch {
    // Storage may be forbidden; then nothing was kept either.
    return null
  }
}

function keepOwner(person_id: string | null): void {
  try {
    if (person_id === null) sessionStorage.removeItem(ownerKey())
    else sessionStorage.setItem(ownerKey(), person_id)
  } catch {
    // As above.
  }
}

function forgetAll(): void {
  const left = waiting
  waiting = []
  for (const forget of forgetters) forget()
  for (const { reject } of left) reject(new PersonLeft())
}

/** Of what other tabs of the browser hear, because all of them send one cookie. */
interface Heard {
  person_id: string | null
}

/** By desk: what both send has cookies of its own. */
const channels = new Map<string, BroadcastChannel>()

function hear({ data }: MessageEvent<Heard>): void {
  const now = session.get()
  if (now.at === 'nobody') return
  // What this tab sent would be done in another's name.
  if (data.person_id !== null && data.person_id !== now.person.person_id) clear()
  else if (data.person_id === null) lock()
}

function tellOthers(heard: Heard): void {
  const { id } = theDesk()
  const others = channels.get(id) ?? new BroadcastChannel(`adtally-${id}`)
  others.onmessage = hear
  channels.set(id, others)
  others.postMessage(heard)
}

/** Takes who has signed in, or whom the server knows by the cookie. The same person goes on; another finds nothing. */
export function begin(person: Person): void {
  const before = session.get()
  // Asked every few seconds: the pages are not drawn anew for the same answer.
  if (before.at === 'here' && isSame(before.person, person)) return
  const owner = before.at === 'nobody' ? ownerKept() : before.person.person_id
  if (owner !== null && owner !== person.person_id) forgetAll()
  keepOwner(person.person_id)
  session.set({ at: 'here', person })
  for (const welcome of welcomers) welcome()
  tellOthers({ person_id: person.person_id })
  const freed = waiting
  waiting = []
  for (const { resolve } of freed) resolve()
}

/** Both were read by one schema, so their members come in one order. */
function isSame(one: Person, other: Person): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function clear(): void {
  forgetAll()
  keepOwner(null)
  session.set({ at: 'nobody' })
}

/** The person leaves by choice: nothing of theirs stays, and other tabs of theirs lock. */
export function leave(): void {
  clear()
  tellOthers({ person_id: null })
}

/** Locks the screen over what stands there, if anybody is here. */
export function lock(): void {
  const now = session.get()
  if (now.at !== 'nobody') session.set({ at: 'locked', person: now.person })
}

/** Locks the screen; resolves once the same person is back. Rejects with `PersonLeft`, or `refusal` if nobody was here. */
export async function untilBack(refusal: ApiError): Promise<void> {
  if (session.get().at === 'nobody') throw refusal
  lock()
  await new Promise<void>((resolve, reject) => {
    waiting.push({ resolve, reject })
  })
}

/** The wish for a fresh proof that stands on the screen, if any. */
export const proof_wish = createStore<{ proved(): void; given_up(): void } | null>(null)
onPersonLeft(() => proof_wish.get()?.given_up())

let proof: Promise<void> | null = null

/** Asks for a fresh proof, once however many calls want it; rejects with `refusal` where it is not given. */
export async function untilProved(refusal: ApiError): Promise<void> {
  proof ??= new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => () => {
      proof = null
      proof_wish.set(null)
      settle()
    }
    proof_wish.set({ proved: end(resolve), given_up: end(() => reject(refusal)) })
  })
  await proof
}
