import { PLAN_STATUSES, type PlanStatus } from '@adtally/contract/enums.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allowedActs,
  isFinal,
  nextStatus,
  PLAN_TRIGGERS,
  type PlanTrigger,
  STATUS_TRANSITIONS,
} from './status-table.ts'

/** PRODUCT §4's table, written out cell by cell as the model. */
const MODEL: Record<PlanStatus, Partial<Record<PlanTrigger, PlanStatus>>> = {
  waitPut: {
    creative_approved: 'matching',
    creative_refused: 'putFailed',
    review_overdue: 'putFailed',
    cancelled: 'putFailed',
    account_disabled: 'putFailed',
    product_closed: 'putFailed',
  },
  matching: {
    first_delivery: 'putting',
    no_delivery: 'putFailed',
    cancelled: 'putFailed',
    account_disabled: 'putFailed',
    product_closed: 'putFailed',
  },
  putting: {
    spent: 'putFinished',
    ended: 'putFinished',
    cap_reached: 'putFinished',
    stopped: 'putFinished',
    account_disabled: 'putFinished',
    product_closed: 'putFinished',
  },
  putFailed: {},
  putFinished: { tokens_expired: 'waitSettle' },
  waitSettle: { settlement: 'settled' },
  settled: {},
}

test('every status and trigger leads where the model says', () => {
  for (const status of PLAN_STATUSES) {
    for (const trigger of PLAN_TRIGGERS) {
      expect([status, trigger, nextStatus(status, trigger)]).toEqual([
        status,
        trigger,
        MODEL[status][trigger] ?? null,
      ])
    }
  }
  for (const trigger of PLAN_TRIGGERS)
    expect(nextStatus(null, trigger)).toBe(trigger === 'placed' ? 'waitPut' : null)
})

test('any history of triggers ends in a final status or in one that another trigger leaves', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PLAN_TRIGGERS), { maxLength: 40 }), (triggers) => {
      let status: PlanStatus = 'waitPut'
      const seen = new Set<PlanStatus>([status])
      for (const trigger of triggers) {
        const next = nextStatus(status, trigger)
        if (next === null) continue
        expect(seen.has(next)).toBe(false)
        seen.add(next)
        status = next
      }
      expect(isFinal(status)).toBe(status === 'putFailed' || status === 'settled')
    }),
    { numRuns: 1_000 },
  )
})

test('no trigger leads to two statuses from one', () => {
  const pairs = STATUS_TRANSITIONS.flatMap(({ from, triggers }) =>
    triggers.map((trigger) => `${from} ${trigger}`),
  )
  expect(new Set(pairs).size).toBe(pairs.length)
})

test('a customer may cancel before the first delivery, stop after it, and pause only what runs', () => {
  const acts = Object.fromEntries(PLAN_STATUSES.map((status) => [status, allowedActs(status, false)]))
  expect(acts).toEqual({
    waitPut: { cancel: true, pause: false, resume: false, stop: false },
    matching: { cancel: true, pause: false, resume: false, stop: false },
    putting: { cancel: false, pause: true, resume: false, stop: true },
    putFailed: { cancel: false, pause: false, resume: false, stop: false },
    putFinished: { cancel: false, pause: false, resume: false, stop: false },
    waitSettle: { cancel: false, pause: false, resume: false, stop: false },
    settled: { cancel: false, pause: false, resume: false, stop: false },
  })
  expect(allowedActs('putting', true)).toEqual({ cancel: false, pause: false, resume: true, stop: true })
})
