import type { CompleteLanguage } from './languages.ts'
import type { AppMessages } from './messages.ts'

// The bundler makes one chunk of each language.
const LOADERS = import.meta.glob<AppMessages>('./catalogues/*/app.json', { import: 'default' })

/** The interface's messages in `language`; compiled where `messagesPlugin` bundles them. */
export async function loadMessages(language: CompleteLanguage): Promise<AppMessages> {
  const load = LOADERS[`./catalogues/${language}/app.json`]
  if (!load) throw new Error(`no catalogue of ${language}`)
  return load()
}
