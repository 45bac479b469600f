import {
  EXCHANGE_ORDER_STATUSES,
  EXCHANGE_ORDER_TRIGGERS,
  type ExchangeOrderStatus,
  type ExchangeOrderTrigger,
} from '@adtally/contract/money/exchange.ts'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/servers/test-database.ts'
import { nextOrderStatus, ORDER_TRANSITIONS, orderDeadline } from './order-states.ts'

const db = await testDatabase()
afterAll(() => db.close())

const HOUR_MS = 3_600_000
const LIMITS = {
  exchange_paying_limit_ms: 24 * HOUR_MS,
  exchange_confirming_limit_ms: 72 * HOUR_MS,
}

/** PRODUCT §11 written out once more, cell by cell, as the model to compare with. */
const MODEL: Record<ExchangeOrderStatus, Partial<Record<ExchangeOrderTrigger, ExchangeOrderStatus>>> = {
  offered: { confirmed: 'escrowed', code_expired: 'expired', withdrawn: 'withdrawn' },
  escrowed: { marked_paid: 'paid', not_paid_in_time: 'returned', given_up: 'returned' },
  paid: {
    customer_confirmed: 'completed',
    customer_disputed: 'disputed',
    acceptor_disputed: 'disputed',
    not_confirmed_in_time: 'disputed',
  },
  disputed: {
    customer_confirmed: 'completed',
    decided_for_acceptor: 'completed',
    decided_for_customer: 'returned',
    undecided: 'returned',
  },
  completed: { wrong_completion: 'made_good' },
  made_good: {},
  returned: {},
  expired: {},
  withdrawn: {},
}

test('every state and trigger leads where the model says', () => {
  for (const status of EXCHANGE_ORDER_STATUSES) {
    for (const trigger of EXCHANGE_ORDER_TRIGGERS) {
      expect([status, trigger, nextOrderStatus(status, trigger)]).toEqual([
        status,
        trigger,
        MODEL[status][trigger] ?? null,
      ])
    }
  }
})

test('the database has the same rows', async () => {
  const rows = await db.asOwner<{ from_status: string | null; to_status: string; trigger: string }>(
    'select from_status, to_status, trigger from acceptors.order_transitions',
  )
  const own = ORDER_TRANSITIONS.flatMap(({ from, to, triggers }) =>
    triggers.map((trigger) => ({ from_status: from, to_status: to, trigger })),
  )
  const sorted = (list: typeof rows) => list.map((row) => JSON.stringify(row)).toSorted()
  expect(sorted(rows)).toEqual(sorted(own))
})

test('each state that money lies in leaves by itself, and by a trigger that the table knows', () => {
  const time = new Date()
  for (const status of EXCHANGE_ORDER_STATUSES) {
    const deadline = orderDeadline({ status, status_at: time, code_expires_at: time }, LIMITS)
    if (Object.keys(MODEL[status]).length === 0 || status === 'completed') expect(deadline).toBeNull()
    else expect(deadline && nextOrderStatus(status, deadline.trigger)).not.toBeNull()
  }
})

test('what was marked paid is disputed, not expired; undecided for ten days it returns', () => {
  const status_at = new Date('2026-01-01T00:00:00Z')
  const times = { status_at, code_expires_at: status_at }
  expect(orderDeadline({ ...times, status: 'paid' }, LIMITS)?.trigger).toBe('not_confirmed_in_time')
  expect(orderDeadline({ ...times, status: 'disputed' }, LIMITS)).toEqual({
    due_at: new Date('2026-01-11T00:00:00Z'),
    trigger: 'undecided',
  })
})

test('an order that moves on is due later than before, at the policy’s bounds too: its one job is never late', () => {
  const status_at = new Date('2026-01-01T00:00:00Z')
  const limits = { exchange_paying_limit_ms: 24 * HOUR_MS, exchange_confirming_limit_ms: 24 * HOUR_MS }
  const due = (status: ExchangeOrderStatus) =>
    orderDeadline({ status, status_at, code_expires_at: status_at }, limits)?.due_at.getTime() ?? 0
  expect(due('offered')).toBeLessThanOrEqual(due('escrowed'))
  expect(due('escrowed')).toBeLessThanOrEqual(due('paid'))
  expect(due('paid')).toBeLessThanOrEqual(due('disputed'))
})
