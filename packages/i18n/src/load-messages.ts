import type { CompleteLanguage } from './languages.ts'
import type { AppMessages } from './messages.ts'

// Written out so that the bundler makes one chunk of each language.
const LOADERS: Record<CompleteLanguage, () => Promise<{ default: AppMessages }>> = {
  en: () => import('./catalogues/en/app.json', { with: { type: 'json' } }),
  'zh-Hans': () => import('./catalogues/zh-Hans/app.json', { with: { type: 'json' } }),
}

/** The interface's messages in `language`; compiled where `messagesPlugin` bundles them. */
export async function loadMessages(language: CompleteLanguage): Promise<AppMessages> {
  return (await LOADERS[language]()).default
}
