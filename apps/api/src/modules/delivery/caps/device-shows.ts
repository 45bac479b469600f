import { recentlyUsed } from '../../../lib/recently-used.ts'
import { type Caps, isOverCap, type ShownSubject } from '../verification/over-cap.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const HOURS = 24
/** A count within an hour is below this. */
const HOUR_COUNTS = 65_536
/** Beyond this many devices in a day, those shown nothing for longest are counted from 0. */
const DEVICES_MAX = 1_000_000

/** By plan, product and advertiser: how often today and in its latest hour, packed into one whole number. */
type Counts = Map<string, number>

/**
 * How often each device was shown each plan, product and advertiser today and this hour, in UTC (PRODUCT §5). This
 * node's decisions count at once, other nodes' as they tell them; a starting node reads the day's events.
 */
export class DeviceShows {
  #day = -1
  #devices = recentlyUsed<string, Counts>(DEVICES_MAX)
  /** The last device asked for, because a decision asks for it once per plan. */
  #last_device = ''
  #last: Counts | undefined

  /** Whether showing this to `device` once more would be over a cap. */
  isOver(subject: ShownSubject, device: string, now_ms: number, caps: Caps): boolean {
    const counts = this.#of(device, now_ms)
    if (!counts) return false
    const plan = counts.get(subject.plan_id) ?? 0
    const shown = {
      plan_hour: hourOf(plan) === hourAt(now_ms) ? plan % HOUR_COUNTS : 0,
      plan_day: dayCountOf(plan),
      product_day: dayCountOf(counts.get(subject.product_id) ?? 0),
      advertiser_day: dayCountOf(counts.get(subject.advertiser_id) ?? 0),
    }
    return isOverCap(shown, caps)
  }

  /** Counts `times` more; what was shown on an earlier day counts for nothing. */
  add(subject: ShownSubject, device: string, shown_at_ms: number, times = 1): void {
    if (Math.floor(shown_at_ms / DAY_MS) < this.#day) return
    let counts = this.#of(device, shown_at_ms)
    if (!counts) {
      counts = new Map()
      this.#devices.set(device, counts)
      this.#last = counts
    }
    for (const id of [subject.plan_id, subject.product_id, subject.advertiser_id])
      counts.set(id, added(counts.get(id) ?? 0, hourAt(shown_at_ms), times))
  }

  /** Counts once less what was told to have been shown and was not; not below none, and not for an earlier day. */
  takeBack(subject: ShownSubject, device: string, shown_at_ms: number): void {
    if (Math.floor(shown_at_ms / DAY_MS) < this.#day) return
    const counts = this.#of(device, shown_at_ms)
    for (const id of [subject.plan_id, subject.product_id, subject.advertiser_id]) {
      const packed = counts?.get(id)
      if (packed !== undefined) counts?.set(id, lessened(packed, hourAt(shown_at_ms)))
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#day = -1
  }

  #of(device: string, now_ms: number): Counts | undefined {
    const day = Math.floor(now_ms / DAY_MS)
    // Never back: another node's clock may be ahead of this one's at midnight.
    if (day > this.#day) {
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

function hourAt(at_ms: number): number {
  return Math.floor((at_ms % DAY_MS) / HOUR_MS)
}

function hourOf(packed: number): number {
  return Math.floor(packed / HOUR_COUNTS) % HOURS
}

function dayCountOf(packed: number): number {
  return Math.floor(packed / HOUR_COUNTS / HOURS)
}

/** Only the latest hour is kept: an earlier one is asked for no more. */
function added(packed: number, hour: number, times: number): number {
  const latest = hourOf(packed)
  const day_count = dayCountOf(packed) + times
  if (hour < latest) return pack(day_count, latest, packed % HOUR_COUNTS)
  return pack(day_count, hour, hour === latest ? (packed % HOUR_COUNTS) + times : times)
}

function lessened(packed: number, hour: number): number {
  const latest = hourOf(packed)
  const hour_count = packed % HOUR_COUNTS
  const is_of_hour = hour === latest && hour_count > 0
  return pack(Math.max(0, dayCountOf(packed) - 1), latest, is_of_hour ? hour_count - 1 : hour_count)
}

function pack(day_count: number, hour: number, hour_count: number): number {
  return (day_count * HOURS + hour) * HOUR_COUNTS + Math.min(hour_count, HOUR_COUNTS - 1)
}
