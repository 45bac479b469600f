import { basicConfig } from '@adtally/contract/identity.ts'
import { request } from '../lib/api.ts'
import { keepBasicConfig } from '../lib/basic-config.ts'
import { adoptLanguage, language } from '../lib/language.ts'

/** Fetches the basic config and follows its language map; without connection the last one goes on. */
export async function loadBasicConfig(): Promise<void> {
  try {
    const config = await request(basicConfig, { lang: language.get() })
    keepBasicConfig(config)
    adoptLanguage(config.client_language_map)
  } catch {
    // The app works without it: the next start or the next return to the page tries again.
  }
}
