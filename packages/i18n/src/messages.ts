import type {} from 'use-intl'
import type { CompleteLanguage } from './languages.ts'

/** The interface's messages; every key is typed from `en`. */
export type AppMessages = typeof import('./catalogues/en/app.json', { with: { type: 'json' }})
/** The server's messages: refusals and notifications. */
export type ServerMessages = typeof import('./catalogues/en/server.json', { with: { type: 'json' }})

declare module 'use-intl' {
  interface AppConfig {
    Messages: AppMessages
    Locale: CompleteLanguage
  }
}
