import type { OutputOf } from '@adtally/contract/call.ts'
import { basicConfig } from '@adtally/contract/identity.ts'
import { readParsed } from './parse-stored.ts'
import { writeStored } from './storage.ts'
import { createStore } from './store.ts'

export type BasicConfig = OutputOf<typeof basicConfig>

/** The last basic config, kept under `fb_basic_config` so that the next start does not wait for it. */
export const basic_config = createStore<BasicConfig | null>(
  readParsed('fb_basic_config', basicConfig.response),
)

/** Keeps a fresh basic config. */
export function keepBasicConfig(config: BasicConfig): void {
  writeStored('fb_basic_config', JSON.stringify(config))
  basic_config.set(config)
}
