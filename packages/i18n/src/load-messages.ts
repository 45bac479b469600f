import languages from 'virtual:adtally-languages'
import type { CompleteLanguage } from './languages.ts'
import type { LoadedMessages, Namespace } from './messages.ts'
import { isFirst } from './namespaces.ts'

/**
 * Loads the interface's messages in `language`: those of every screen and the given namespaces; compiled if
 * `messagesPlugin` bundled them. Rejects without a connection if they were never loaded.
 */
export async function loadMessages(
  language: CompleteLanguage,
  namespaces: Iterable<Namespace>,
): Promise<LoadedMessages> {
  const { first, rest } = await languages[language]()
  const more = await Promise.all(
    [...namespaces].map(async (name) => (isFirst(name) ? {} : { [name]: (await rest[name]()).default })),
  )
  return Object.assign({}, first, ...more)
}

/** Loads every namespace of `language`, so that the service worker caches them for offline use. */
export async function keepMessages(language: CompleteLanguage): Promise<void> {
  const { rest } = await languages[language]()
  await Promise.all(Object.values(rest).map((load) => load()))
}
