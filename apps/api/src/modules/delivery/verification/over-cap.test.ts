import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { type CappedEvent, type Caps, findOverCap } from './over-cap.ts'

const CAPS: Caps = { plan_hour: 2, plan_day: 3, product_day: 4, advertiser_day: 5 }
const HOUR_MS = 3_600_000

/** A decision, and which of its events come to the books, in which batch. */
const shown = fc.record({
  plan: fc.nat({ max: 3 }),
  device: fc.nat({ max: 1 }),
  hour: fc.integer({ min: 20, max: 27 }),
  impression_in: fc.nat({ max: 3 }),
  click_in: fc.option(fc.nat({ max: 3 })),
})

type Given = CappedEvent & { batch: number }

function eventsOf(decisions: readonly (typeof shown extends fc.Arbitrary<infer T> ? T : never)[]): Given[] {
  return decisions.flatMap(({ plan, device, hour, impression_in, click_in }) => {
    const decision_id = newId()
    const batches = click_in === null ? [impression_in] : [impression_in, click_in]
    return batches.map((batch) => ({
      ...{ event_id: newId(), decision_id, batch, device: BigInt(device), is_new: false, is_over: false },
      ...{ plan_id: `plan ${plan}`, product_id: `product ${plan % 2}`, advertiser_id: 'advertiser' },
      decided_at: new Date(Date.UTC(2026, 5, 1) + hour * HOUR_MS),
    }))
  })
}

/** The most decisions that count together for one cap. */
function mostOf(counted: readonly Given[], keyOf: (event: Given) => string): number {
  const decisions = [...Map.groupBy(counted, keyOf).values()].map(
    (events) => new Set(events.map(({ decision_id }) => decision_id)).size,
  )
  return Math.max(0, ...decisions)
}

const dayOf = ({ decided_at, device }: Given) => `${device} ${decided_at.toISOString().slice(0, 10)}`

test('whatever batches events come in, a device counts for no plan, product or advertiser more than its caps; what is within them always counts [proof 887]', () => {
  fc.assert(
    fc.property(fc.array(shown, { maxLength: 40 }), (decisions) => {
      const events = eventsOf(decisions)
      const over = new Set<string>()
      for (let batch = 0; batch < 4; batch += 1) {
        const there = events
          .filter((event) => event.batch <= batch)
          .map((event) => ({ ...event, is_new: event.batch === batch, is_over: over.has(event.event_id) }))
        for (const event_id of findOverCap(there, () => CAPS)) {
          expect(there.find((event) => event.event_id === event_id)?.is_new).toBe(true)
          over.add(event_id)
        }
      }
      const counted = events.filter(({ event_id }) => !over.has(event_id))
      expect(mostOf(counted, (event) => `${dayOf(event)} ${event.plan_id}`)).toBeLessThanOrEqual(
        CAPS.plan_day,
      )
      expect(mostOf(counted, (event) => `${dayOf(event)} ${event.product_id}`)).toBeLessThanOrEqual(
        CAPS.product_day,
      )
      expect(mostOf(counted, dayOf)).toBeLessThanOrEqual(CAPS.advertiser_day)
      const hourly = (event: Given) => `${event.device} ${event.decided_at.toISOString()} ${event.plan_id}`
      expect(mostOf(counted, hourly)).toBeLessThanOrEqual(CAPS.plan_hour)
      // All or nothing of a decision.
      for (const of_decision of Map.groupBy(events, ({ decision_id }) => decision_id).values())
        expect(new Set(of_decision.map(({ event_id }) => over.has(event_id))).size).toBe(1)
      const is_within =
        mostOf(events, hourly) <= CAPS.plan_hour &&
        mostOf(events, (event) => `${dayOf(event)} ${event.plan_id}`) <= CAPS.plan_day &&
        mostOf(events, (event) => `${dayOf(event)} ${event.product_id}`) <= CAPS.product_day &&
        mostOf(events, dayOf) <= CAPS.advertiser_day
      if (is_within) expect(over.size).toBe(0)
    }),
  )
})
