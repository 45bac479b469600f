import { basicConfig } from '@adtally/contract/identity/identity.ts'
import { visitorLanguage } from '@adtally/contract/identity/identity-hybrid.ts'
import { onlineManager } from '@tanstack/react-query'
import { request } from '../lib/api.ts'
import { keepBasicConfig } from '../lib/basic-config.ts'
import { adoptLanguage, isLanguageSettled, language } from '../lib/language.ts'

/** A sandbox that lives through its past is watched until it has arrived. */
const CATCHING_UP_MS = 1_000
/** Where anybody may move the clock, everybody's marks and deadlines follow it. */
const PLAYED_MS = 10_000

let next_look: ReturnType<typeof setTimeout> | undefined

/**
 * Fetches the basic config and follows its language map, or without a choice the server's word on the browser's
 * wishes; without connection the last config goes on. An answer is a connection, whatever the device says of itself: without any
 * network it still reaches a program that runs on it.
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
    // The app works without it: the next start or the next return to the page tries again.
  }
}
