import { basicConfig } from '@adtally/contract/identity/identity.ts'
import { visitorLanguage } from '@adtally/contract/identity/identity-hybrid.ts'
import { onlineManager } from '@tanstack/react-query'
import { request } from '../lib/api.ts'
import { keepBasicConfig } from '../lib/basic-config.ts'
import { adoptLanguage, isLanguageSettled, language } from '../lib/language.ts'

/** How often to look at a sandbox that is living through its past. */
const CATCHING_UP_MS = 1_000
/** How often to look where customers may move the clock, which changes marks and deadlines. */
const PLAYED_MS = 10_000

let next_look: ReturnType<typeof setTimeout> | undefined

/**
 * Fetches the basic config and applies its languages, or the server's choice from the browser's wishes if the
 * customer made none; without a connection the last config stays. An answer proves a connection, whatever the device
 * reports: a program on the device itself is reachable without a network.
 */
export async function loadBasicConfig(): Promise<void> {
  try {
    const [config, visitor] = await Promise.all([
      request(basicConfig, { lang: language.get() }),
      isLanguageSettled() ? null : request(visitorLanguage, {}, { browser_language: true }).catch(() => null),
    ])
    onlineManager.setOnline(true)
    keepBasicConfig(config)
    adoptLanguage(config.client_language_map, visitor?.lang ?? null)
    clearTimeout(next_look)
    const look_ms = config.clock_offset_ms < 0 ? CATCHING_UP_MS : config.sandbox_playable ? PLAYED_MS : null
    if (look_ms !== null) next_look = setTimeout(() => void loadBasicConfig(), look_ms)
  } catch {
    // The app works without it and tries again at the next start or return to the page.
  }
}
