import type { Policy } from '../../policies/index.ts'

/** Times that one device may be shown something (policy): by what is counted, in an hour or a day of UTC. */
export interface Caps {
  plan_hour: number
  plan_day: number
  product_day: number
  advertiser_day: number
}

/** How often a device has been shown a plan, its product and its advertiser so far, in the same hour and day. */
export type ShowCounts = Readonly<Caps>

/** What a show counts for. */
export interface ShownSubject {
  readonly plan_id: string
  readonly product_id: string
  readonly advertiser_id: string
}

/** The caps of a policy. */
export function capsOf(policy: Policy): Caps {
  return {
    plan_hour: policy.device_hourly_count,
    plan_day: policy.device_daily_count,
    product_day: policy.device_product_daily_count,
    advertiser_day: policy.device_advertiser_daily_count,
  }
}

/** Whether one more show would be over a cap. */
export function isOverCap(shown: ShowCounts, caps: Caps): boolean {
  return (
    shown.plan_day >= caps.plan_day ||
    shown.plan_hour >= caps.plan_hour ||
    shown.product_day >= caps.product_day ||
    shown.advertiser_day >= caps.advertiser_day
  )
}

/** An impression or a click, in the order in which the books have them. */
export interface CappedEvent extends ShownSubject {
  event_id: string
  decision_id: string
  device: bigint
  /** When the plan was drawn, as its decision's id says: whenever the event comes, its show counts for that hour. */
  decided_at: Date
  /** Not in the books before. */
  is_new: boolean
  /** Found over a cap before. */
  is_over: boolean
}

/**
 * The new events that are over a cap (`over_cap`): those of a decision beyond what its device may be shown, of which the
 * books already have as much. What is in the books stays; a decision counts once, whichever of its events comes first.
 */
export function findOverCap(events: readonly CappedEvent[], capsAt: (time: Date) => Caps): string[] {
  const tallies = new Map<string, number>()
  const decisions = new Map<string, 'counted' | 'over'>()
  const over: string[] = []
  for (const event of events.toSorted((left, right) => Number(left.is_new) - Number(right.is_new))) {
    if (event.is_over) {
      decisions.set(event.decision_id, 'over')
      continue
    }
    const known = decisions.get(event.decision_id)
    if (known === 'over' && event.is_new) over.push(event.event_id)
    if (known) continue
    const keys = keysOf(event)
    const shown = countsOf(keys, tallies)
    if (event.is_new && isOverCap(shown, capsAt(event.decided_at))) {
      decisions.set(event.decision_id, 'over')
      over.push(event.event_id)
      continue
    }
    decisions.set(event.decision_id, 'counted')
    for (const key of Object.values(keys)) tallies.set(key, (tallies.get(key) ?? 0) + 1)
  }
  return over
}

type CapKeys = { readonly [Cap in keyof Caps]: string }

/** What each cap counts an event under. */
function keysOf({ device, decided_at, plan_id, product_id, advertiser_id }: CappedEvent): CapKeys {
  const hour = decided_at.toISOString().slice(0, 13)
  const day = hour.slice(0, 10)
  return {
    plan_hour: `${device} ${hour} ${plan_id}`,
    plan_day: `${device} ${day} ${plan_id}`,
    product_day: `${device} ${day} ${product_id}`,
    advertiser_day: `${device} ${day} ${advertiser_id}`,
  }
}

function countsOf(keys: CapKeys, tallies: ReadonlyMap<string, number>): ShowCounts {
  return {
    plan_hour: tallies.get(keys.plan_hour) ?? 0,
    plan_day: tallies.get(keys.plan_day) ?? 0,
    product_day: tallies.get(keys.product_day) ?? 0,
    advertiser_day: tallies.get(keys.advertiser_day) ?? 0,
  }
}
