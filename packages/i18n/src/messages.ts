import type {} from 'use-intl'
import type { ConsoleMessages } from './console-messages.ts'
import type { CompleteLanguage } from './languages.ts'
import type { FirstNamespace } from './namespaces.ts'

/** The interface's messages, one namespace per file; keys are typed from `en`. */
export interface AppMessages {
  adCenter: typeof import('./catalogues/en/app/ad-center.json', { with: { type: 'json' }})
  archive: typeof import('./catalogues/en/app/archive.json', { with: { type: 'json' }})
  auth: typeof import('./catalogues/en/app/auth.json', { with: { type: 'json' }})
  bindCard: typeof import('./catalogues/en/app/bind-card.json', { with: { type: 'json' }})
  contract: typeof import('./catalogues/en/app/contract.json', { with: { type: 'json' }})
  coupons: typeof import('./catalogues/en/app/coupons.json', { with: { type: 'json' }})
  customer: typeof import('./catalogues/en/app/customer.json', { with: { type: 'json' }})
  demo: typeof import('./catalogues/en/app/demo.json', { with: { type: 'json' }})
  deviceNotifications: typeof import('./catalogues/en/app/device-notifications.json', { with: {
    type: 'json',
  }})
  entry: typeof import('./catalogues/en/app/entry.json', { with: { type: 'json' }})
  exchange: typeof import('./catalogues/en/app/exchange.json', { with: { type: 'json' }})
  follow: typeof import('./catalogues/en/app/follow.json', { with: { type: 'json' }})
  faq: typeof import('./catalogues/en/app/faq.json', { with: { type: 'json' }})
  feedback: typeof import('./catalogues/en/app/feedback.json', { with: { type: 'json' }})
  holds: typeof import('./catalogues/en/app/holds.json', { with: { type: 'json' }})
  images: typeof import('./catalogues/en/app/images.json', { with: { type: 'json' }})
  level: typeof import('./catalogues/en/app/level.json', { with: { type: 'json' }})
  loginPassword: typeof import('./catalogues/en/app/login-password.json', { with: { type: 'json' }})
  notFound: typeof import('./catalogues/en/app/not-found.json', { with: { type: 'json' }})
  notification: typeof import('./catalogues/en/app/notification.json', { with: { type: 'json' }})
  period: typeof import('./catalogues/en/app/period.json', { with: { type: 'json' }})
  pin: typeof import('./catalogues/en/app/pin.json', { with: { type: 'json' }})
  plan: typeof import('./catalogues/en/app/plan.json', { with: { type: 'json' }})
  planResult: typeof import('./catalogues/en/app/plan-result.json', { with: { type: 'json' }})
  profileEdit: typeof import('./catalogues/en/app/profile-edit.json', { with: { type: 'json' }})
  sandbox: typeof import('./catalogues/en/app/sandbox.json', { with: { type: 'json' }})
  secondFactor: typeof import('./catalogues/en/app/second-factor.json', { with: { type: 'json' }})
  shell: typeof import('./catalogues/en/app/shell.json', { with: { type: 'json' }})
  titles: typeof import('./catalogues/en/app/titles.json', { with: { type: 'json' }})
  ui: typeof import('./catalogues/en/app/ui.json', { with: { type: 'json' }})
  validation: typeof import('./catalogues/en/app/validation.json', { with: { type: 'json' }})
  verify: typeof import('./catalogues/en/app/verify.json', { with: { type: 'json' }})
  wallet: typeof import('./catalogues/en/app/wallet.json', { with: { type: 'json' }})
  welcome: typeof import('./catalogues/en/app/welcome.json', { with: { type: 'json' }})
}
export type Namespace = keyof AppMessages

/** The loaded messages: always the first namespaces, plus those of the pages opened so far. */
export type LoadedMessages = Pick<AppMessages, FirstNamespace> & Partial<AppMessages>

/** The server's messages: refusals and notifications. */
export type ServerMessages = typeof import('./catalogues/en/server.json', { with: { type: 'json' }})

declare module 'use-intl' {
  interface AppConfig {
    Messages: AppMessages & ConsoleMessages
    Locale: CompleteLanguage
  }
}
