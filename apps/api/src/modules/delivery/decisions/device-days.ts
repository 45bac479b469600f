import { recentlyUsed } from '../../../lib/recently-used.ts'

const DAY_MS = 86_400_000
/** Beyond this many devices in a day, those shown nothing for longest are counted from 0. */
const DEVICES_MAX = 1_000_000

/**
 * How often each device was shown each plan today, in UTC (PRODUCT §5: at most N times a day). This node's decisions
 * count at once; a starting node reads the day's events.
 */
export class DeviceDays {
  #day = -1
  #devices = recentlyUsed<string, Map<string, number>>(DEVICES_MAX)
  /** The last device asked for, because a decision asks for it once per plan. */
  #last_device = ''
  #last: Map<string, number> | undefined

  /** Times `device` was shown `plan_id` on the day of `now_ms`. */
  seen(plan_id: string, device: string, now_ms: number): number {
    return this.#of(device, now_ms)?.get(plan_id) ?? 0
  }

  /** Counts `times` more. */
  add(plan_id: string, device: string, now_ms: number, times = 1): void {
    let plans = this.#of(device, now_ms)
    if (!plans) {
      plans = new Map()
      this.#devices.set(device, plans)
      this.#last = plans
    }
    plans.set(plan_id, (plans.get(plan_id) ?? 0) + times)
  }

  #of(device: string, now_ms: number): Map<string, number> | undefined {
    const day = Math.floor(now_ms / DAY_MS)
    if (day !== this.#day) {
      this.#day = day
      this.#devices = recentlyUsed(DEVICES_MAX)
      this.#last_device = ''
    }
    if (device !== this.#last_device) {
      this.#last_device = device
      this.#last = this.#devices.get(device)
    }
    return this.#last
  }
}
