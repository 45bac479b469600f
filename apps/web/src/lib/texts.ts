import type { CompleteLanguage } from '@adtally/i18n/languages.ts'
import { loadMessages } from '@adtally/i18n/load-messages.ts'
import type { LoadedMessages, Namespace } from '@adtally/i18n/messages.ts'
import { FIRST_NAMESPACES } from '@adtally/i18n/namespaces.ts'
import { createStore } from './device/store.ts'
import { language } from './language.ts'

/** The language on screen and what is loaded of it. */
export interface Texts {
  language: CompleteLanguage
  messages: LoadedMessages
}

/** Null until the first language has arrived. */
export const texts = createStore<Texts | null>(null)

/** What any page opened so far needs; a language is shown only once it has all of it. */
const needed = new Set<Namespace>(FIRST_NAMESPACES)

/**
 * Brings namespaces in the language on screen, or before there is one in the wanted one, with what every screen needs.
 * Rejects without connection to what was never loaded.
 */
export async function needTexts(namespaces: readonly Namespace[]): Promise<void> {
  for (const name of namespaces) needed.add(name)
  for (;;) {
    const shown = texts.get()
    if (shown && namespaces.every((name) => shown.messages[name])) return
    const wanted = shown?.language ?? language.get()
    const more = await loadMessages(wanted, namespaces)
    const now = texts.get()
    if (now === null || now.language === wanted)
      texts.set({ language: wanted, messages: { ...now?.messages, ...more } })
  }
}

/**
 * Loads `next` whole, then shows it, so that the screen never shows keys or two languages at once; does nothing
 * where `isWanted` says meanwhile that another one is.
 */
export async function showLanguage(next: CompleteLanguage, isWanted: () => boolean): Promise<void> {
  for (;;) {
    const messages = await loadMessages(next, needed)
    if (!isWanted()) return
    // A page opened meanwhile may need more.
    if ([...needed].every((name) => messages[name])) return texts.set({ language: next, messages })
  }
}
