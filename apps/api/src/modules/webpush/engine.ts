import { Semaphore } from '../../lib/semaphore.ts'
import type { JudgedBounds } from '../judged-request.ts'
import type { BaseServices } from '../services.ts'
import { type VapidKeyPair, vapidKeys } from './vapid-keys.ts'

/** What notifications on devices keep in a process's memory. */
export interface WebPushEngine {
  keys: VapidKeyPair
  /** Whom push services may write to about this program (RFC 8292 §2.1). */
  contact: string
  bounds: JudgedBounds
  /** Names that customers give are looked up a few at a time: each takes one of the few threads that there are for it. */
  look_ups: Semaphore
}

/** Made once a process. */
export function createWebPush({ settings }: Pick<BaseServices, 'settings'>): WebPushEngine {
  const { secret, public_origin, ledger_mode, push_services } = settings
  return {
    keys: vapidKeys(secret),
    contact: `https://${new URL(public_origin).host}`,
    bounds: { asks_this_machine: ledger_mode === 'sandbox' && push_services === 'this_machine' },
    look_ups: new Semaphore({ running_max: 2, waiting_max: 32, each_max: 1 }),
  }
}
