import { Semaphore } from '../../lib/semaphore.ts'
import type { JudgedBounds } from '../judged-request.ts'
import type { BaseServices } from '../services.ts'
import { type VapidKeyPair, vapidKeys } from './vapid-keys.ts'

/** The web-push state of a process. */
export interface WebPushEngine {
  keys: VapidKeyPair
  /** Contact for push services about this program (RFC 8292 §2.1). */
  contact: string
  bounds: JudgedBounds
  /** Limits look-ups of names that customers give, because each takes one of few threads. */
  look_ups: Semaphore
}

/** Created once per process. */
export function createWebPush({ settings }: Pick<BaseServices, 'settings'>): WebPushEngine {
  const { secret, public_origin, ledger_mode, push_services } = settings
  return {
    keys: vapidKeys(secret),
    contact: `https://${new URL(public_origin).host}`,
    bounds: { asks_this_machine: ledger_mode === 'sandbox' && push_services === 'this_machine' },
    look_ups: new Semaphore({ running_max: 2, waiting_max: 32, each_max: 1 }),
  }
}
