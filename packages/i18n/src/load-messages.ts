import languages from 'virtual:adtally-languages'
import type { CompleteLanguage } from './languages.ts'
import type { LoadedMessages, Namespace } from './messages.ts'
import { isFirst } from './namespaces.ts'

/**
 * The interface's messages in `language`: those that every screen may need, and the given namespaces; compiled where
 * `messagesPlugin` bundles them. Rejects without connection to what was never loaded.
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

/** Fetches every namespace of `language`, so that the service worker has them when there is no connection. */
export async function keepMessages(language: CompleteLanguage): Promise<void> {
  const { rest } = await languages[language]()
  await Promise.all(Object.values(rest).map((load) => load()))
}
