import { createStore } from '@adtally/client/store.ts'
import type { OutputOf } from '@adtally/contract/call.ts'
import { basicConfig } from '@adtally/contract/identity/identity.ts'
import { setClockAhead } from '@adtally/i18n/clock.ts'
import { readParsed } from './device/parse-stored.ts'
import { writeStored } from './device/storage.ts'

export type BasicConfig = OutputOf<typeof basicConfig>

/** The last basic config, stored under `fb_basic_config` so that the next start does not wait for it. */
export const basic_config = createStore<BasicConfig | null>(
  readParsed('fb_basic_config', basicConfig.response),
)

function followClock(): void {
  setClockAhead(basic_config.get()?.clock_offset_ms ?? 0)
}
followClock()
basic_config.subscribe(followClock)

/** Stores a fresh basic config. */
export function keepBasicConfig(config: BasicConfig): void {
  writeStored('fb_basic_config', JSON.stringify(config))
  basic_config.set(config)
}
