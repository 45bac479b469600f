import { createStore } from '@adtally/client/store.ts'
import type { CompleteLanguage } from '@adtally/i18n/languages.ts'
import { loadMessages } from '@adtally/i18n/load-messages.ts'
import type { LoadedMessages, Namespace } from '@adtally/i18n/messages.ts'
import { FIRST_NAMESPACES } from '@adtally/i18n/namespaces.ts'
import { language } from './language.ts'

/** The current language and its loaded texts. */
export interface Texts {
  language: CompleteLanguage
  messages: LoadedMessages
}

/** Null until the first language has loaded. */
export const texts = createStore<Texts | null>(null)

/** The namespaces of all pages opened so far; a language is shown only once it has them all. */
const needed = new Set<Namespace>(FIRST_NAMESPACES)

/**
 * Loads namespaces, and those of every screen, in the current language (or before the first one, in the wanted one).
 * Rejects without a connection if they were never loaded.
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

/** Loads `next` completely before showing it, so that no keys or mixed languages appear, if still wanted. */
export async function showLanguage(next: CompleteLanguage, isWanted: () => boolean): Promise<void> {
  for (;;) {
    const messages = await loadMessages(next, needed)
    if (!isWanted()) return
    // A page opened meanwhile may need more.
    if ([...needed].every((name) => messages[name])) return texts.set({ language: next, messages })
  }
}
