import type { LoadedTexts } from '@adtally/i18n/console-messages.ts'
import type { ConsoleLanguage } from '@adtally/i18n/languages.ts'
import type { ComponentType } from 'react'
import type * as z from 'zod/mini'

/** Who is at work, at either desk. */
export interface Person {
  person_id: string
  /** By which they signed in. */
  name: string
  roles: readonly string[]
  /** Whose people they are, where a desk is for more than one kind; null: everybody's acts are theirs by role alone. */
  side: string | null
  /** The party that they work for; null: the operator itself. */
  party: string | null
}

/** A call about the session, which is no act. */
export interface SessionCall {
  name: string
  method: 'GET' | 'POST'
  request: z.ZodMiniObject
  response: z.ZodMiniType
}

/** What proves who one is; a call takes those that its request names. */
export const ENTRY_FIELDS = [
  'username',
  'email',
  'password',
  'totp',
  'recovery_code',
  'first_code',
  'second_code',
  'new_password',
] as const
export type EntryField = (typeof ENTRY_FIELDS)[number]

/** What the office's page and the partners' differ in; all else follows from their statements. */
export interface Desk {
  /** Tells its pages from the other's in one browser. */
  id: 'office' | 'partners'
  /** Where its calls are, without a slash at the end. */
  path: string
  /** What each of its calls carries: that this page sent it, and by `person` whose it shows. */
  headers: { page: { name: string; value: string }; person: string }
  session: {
    login: SessionCall
    logout: SessionCall
    /** Who is signed in. */
    show: SessionCall
    proof: SessionCall
    /** By which somebody new sets what they sign in with. */
    activate: SessionCall
  }
  /** The ways by a passkey, where there are any. */
  passkeys?: { signIn(): Promise<void>; prove(): Promise<void> }
  /** Reads the person out of what a session's call answers. */
  person: z.ZodMiniType<Person>
  /** By what one signs in. */
  named_by: 'username' | 'email'
  /** All that it says in a language. */
  loadTexts(language: ConsoleLanguage): Promise<LoadedTexts>
  /** Router, queries and pages, which nobody needs who has not signed in. */
  Pages: ComponentType<{ person: Person }>
}

let opened: Desk | null = null

/** Says whose page this is, before anything else of it runs. */
export function openDesk(desk: Desk): void {
  opened = desk
}

/** Whose page this is. */
export function theDesk(): Desk {
  if (!opened) throw new Error('no desk has been opened')
  return opened
}
