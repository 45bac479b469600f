const DAY_MS = 86_400_000
/** Beyond this many pairs of device and plan the oldest day's memory would hurt more than a repeated view. */
const PAIRS_MAX = 2_000_000

/**
 * How often each device was shown each plan today, in UTC (PRODUCT §5: at most N times a day). What this node
 * decides counts at once; what other nodes showed is added as it is read from the events.
 */
export class DeviceDays {
  #day = -1
  #pairs = 0
  #plans = new Map<string, Map<string, number>>()

  /** Times `device` was shown `plan_id` on the day of `now_ms`. */
  seen(plan_id: string, device: string, now_ms: number): number {
    this.#turn(now_ms)
    return this.#plans.get(plan_id)?.get(device) ?? 0
  }

  /** Counts `times` more. */
  add(plan_id: string, device: string, now_ms: number, times = 1): void {
    this.#turn(now_ms)
    let devices = this.#plans.get(plan_id)
    if (!devices) {
      devices = new Map()
      this.#plans.set(plan_id, devices)
    }
    const before = devices.get(device)
    devices.set(device, (before ?? 0) + times)
    if (before === undefined && ++this.#pairs > PAIRS_MAX) this.#forget()
  }

  #turn(now_ms: number): void {
    const day = Math.floor(now_ms / DAY_MS)
    if (day === this.#day) return
    this.#day = day
    this.#forget()
  }

  #forget(): void {
    this.#plans = new Map()
    this.#pairs = 0
  }
}
