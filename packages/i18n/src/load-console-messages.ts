import languages from 'virtual:adtally-console-languages'
import type { LoadedTexts } from './console-messages.ts'
import type { ConsoleLanguage } from './languages.ts'

/** Loads all that the console says in `language`. Rejects without a connection if it was never loaded. */
export async function loadConsoleMessages(language: ConsoleLanguage): Promise<LoadedTexts> {
  const { messages, loadStatements } = await languages[language]()
  return { messages, loadStatements: async () => (await loadStatements()).default }
}
