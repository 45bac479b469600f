import { createStore } from '@adtally/client/store.ts'
import type { LoadedConsoleMessages, StatementWords } from '@adtally/i18n/console-messages.ts'
import type { ConsoleLanguage } from '@adtally/i18n/languages.ts'
import { theDesk } from './desk.ts'
import { language } from './language.ts'

interface Texts {
  language: ConsoleLanguage
  messages: LoadedConsoleMessages
  statements: StatementWords
}

/** The language on screen with its texts; null until the first has loaded. */
export const texts = createStore<Texts | null>(null)

/**
 * Loads a language, and shows it if it is still wanted by then; `words` follow, for what statements say, which nobody reads who
 * has not signed in. Rejects without a connection.
 */
export async function showLanguage(wanted: ConsoleLanguage): Promise<{ words: Promise<void> }> {
  const { messages, loadStatements } = await theDesk().loadTexts(wanted)
  if (language.get() === wanted) texts.set({ language: wanted, messages, statements: {} })
  const words = loadStatements().then((statements) => {
    if (language.get() === wanted) texts.set({ language: wanted, messages, statements })
  })
  // Without them what statements say is in English.
  words.catch(() => undefined)
  return { words }
}
