import '@adtally/client/jitless.ts'
import '../app/main.css'
import type { OutputOf } from '@adtally/contract/call.ts'
import type { basicConfig } from '@adtally/contract/identity/identity.ts'
import type { CompleteLanguage } from '@adtally/i18n/languages.ts'
import { clearToasts } from '@adtally/ui/toast-store.ts'
import { onlineManager } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { App } from '../app/app.tsx'
import { account_notice, failure_reference } from '../lib/announcements.ts'
import { keepBasicConfig } from '../lib/basic-config.ts'
import { chooseLanguage } from '../lib/language.ts'
import { stillHistory } from '../lib/layered-history.ts'
import type { AppPage } from '../lib/page.ts'
import { query_client } from '../lib/query-client.ts'
import { signIn, signOut, type UserInfo } from '../lib/session/session.ts'
import { showLanguage, texts } from '../lib/texts.ts'

/** A customer registered on the web. */
export function buildUser(members: Partial<UserInfo> = {}): UserInfo {
  return {
    customer_id: '01890000-0000-7000-8000-000000000001',
    username: 'ada',
    nickname: 'Ada',
    entry: 'register',
    operated_id: '100001',
    credit_score: 100,
    level: 0,
    email_confirmed: true,
    email_masked: 'a•••@example.com',
    phone_masked: '+86 •••• 0000',
    language: null,
    time_zone: null,
    status: 'active',
    transaction_password_set: false,
    sign_in_fresh_until: '2100-01-01T00:00:00Z',
    total_deposited: '0.00',
    created_at: '2026-01-01T00:00:00Z',
    ...members,
  }
}

/** The app's config before sign-in. */
export function buildConfig(
  members: Partial<OutputOf<typeof basicConfig>> = {},
): OutputOf<typeof basicConfig> {
  return {
    client_language_map: [
      { source: 'en,en-us', target: 'en', description: 'English' },
      { source: 'zh-cn,zh-hans', target: 'zh-Hans', description: '简体中文' },
      { source: 'de', target: 'de', description: 'Deutsch' },
    ],
    customer_service_url: '',
    customer_service_url_type: 1,
    brand_name: 'Adtally',
    currency: 'USD',
    mode: 'live',
    clock_offset_ms: 0,
    sandbox_playable: false,
    legal_entity: null,
    sandbox_bank_url: null,
    plan_amount_min: '10.00',
    plan_amount_max: '5000.00',
    beneficiary_wait_ms: 86_400_000,
    no_delivery_limit_ms: 259_200_000,
    publisher_hold_ms: 5_184_000_000,
    level_window_ms: 7_776_000_000,
    level_spends: ['500.00', '2000.00', '10000.00', '50000.00'],
    ...members,
  }
}

/** How the app is started; what is left out is an online customer's, in English. */
export interface StartOptions {
  routes: readonly AppPage[]
  at: string
  user?: UserInfo | null
  config?: Partial<OutputOf<typeof basicConfig>>
  language?: CompleteLanguage
  online?: boolean
}

/** Starts the app at a hash address with a clean device; `user: null` is a visitor. Everything ends with the test. */
export async function startApp(options: StartOptions): Promise<void> {
  const { routes, at, user = buildUser(), config = {}, language = 'en', online = true } = options
  // Resets what an earlier test left, or the machine's own network reports.
  onlineManager.setOnline(online)
  localStorage.clear()
  signOut()
  query_client.clear()
  account_notice.set(null)
  failure_reference.set(null)
  chooseLanguage(language)
  texts.set(null)
  keepBasicConfig(buildConfig(config))
  if (user) signIn('token-of-the-test', user)
  clearToasts()
  await stillHistory()
  // No history state of an earlier test, as for a typed address.
  window.history.replaceState(null, '', `#${at}`)
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  await showLanguage(language, () => true)
  root.render(<App routes={routes} />)
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
}
