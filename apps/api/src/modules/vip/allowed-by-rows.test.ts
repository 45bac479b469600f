import { vipOpen } from '@adtally/contract/money/vip.ts'
import { afterAll, expect, test } from 'vitest'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { codeOf } from '../../database/start-error.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { giveCash } from '../../testing/worlds/build-marketplace.ts'
import { PlanLife } from '../../testing/worlds/plan-life.ts'
import { type Move, NOT_ALLOWED, postAlone } from '../../testing/worlds/post-alone.ts'
import { FEE, unearned, vipCause } from './accounts.ts'
import { earnMonth, endMonth, insertMonths, lockMonth } from './months.repository.ts'
import { cancelRefund, earnedAt } from './rules.ts'

const DAY_MS = 86_400_000
const UNIT = 1_000_000n

const t = await testProgram()
afterAll(() => t.close())
const life = await PlanLife.begin(t)
const customer_id = life.customer_id
const terms = { request_id: newId(), price: '20.00', vip_fee_percent: 15 }
const vip_id = (await t.call(vipOpen, terms, { token: await life.token() })).data.vip_id

const post = (moves: readonly Move[], rows?: (tx: Transaction) => Promise<unknown>) =>
  postAlone(t.services, moves, rows)
const month = () =>
  t.system(async (tx) => {
    const found = await lockMonth(tx, vip_id)
    if (!found) throw new RangeError('the month was opened')
    return found
  })
const earned = (amount_micros: bigint): Move => ({
  posting: 'vip_earned',
  debit: unearned(vip_id),
  credit: FEE,
  amount_micros,
  cause: vipCause(vip_id),
})
const available = () => ({ code: 'customer_available', owner_id: customer_id }) as const

test('a month is paid once, earned as it passes, and comes back only as it is cancelled', async () => {
  const opened: Move = {
    posting: 'vip_opened',
    debit: available(),
    credit: unearned(vip_id),
    amount_micros: UNIT,
    cause: vipCause(vip_id),
  }
  const back = (amount_micros: bigint): Move => ({
    ...opened,
    ...{ posting: 'vip_cancelled', debit: unearned(vip_id), credit: available(), amount_micros },
  })
  expect(await post([opened])).toBe(NOT_ALLOWED)
  expect(await post([{ ...opened, cause: vipCause(newId()) }])).toBe(NOT_ALLOWED)
  expect(await post([earned(1n)])).toBe(NOT_ALLOWED)
  expect(await post([back(UNIT)])).toBe(NOT_ALLOWED)

  const now = new Date(t.services.clock.now_ms() + 60 * 60_000)
  await t.advance(2 * 60 * 60_000)
  const passed = earnedAt(await month(), now)
  const until = (tx: Transaction) => earnMonth(tx, vip_id, now)
  expect(await post([earned(passed + 1n)], until)).toBe(NOT_ALLOWED)
  expect(await post([earned(passed)], until)).toBe('ok')
  const ahead = new Date(now.getTime() + DAY_MS)
  const typed = (tx: Transaction) => earnMonth(tx, vip_id, ahead)
  expect(await post([earned(earnedAt(await month(), ahead) - passed)], typed)).toBe('23514')
})

test('the price of a month is that month’s and no other’s', async () => {
  const own_id = newId()
  const row = await month()
  const { customer_id: owner_id } = await PlanLife.begin(t)
  await giveCash(t.services, owner_id, row.price_micros)
  const opened = (subject_id: string): Move => ({
    posting: 'vip_opened',
    debit: { code: 'customer_available', owner_id },
    credit: unearned(subject_id),
    amount_micros: row.price_micros,
    cause: vipCause(own_id),
  })
  const rows = (tx: Transaction) => {
    const { policy_version, price_micros, fee_percent, vip_fee_percent, time_zone } = row
    const terms = { policy_version, price_micros, fee_percent, vip_fee_percent, time_zone }
    return insertMonths(tx, [{ ...terms, vip_id: own_id, customer_id: owner_id }])
  }
  expect(await post([opened(newId())], rows)).toBe(NOT_ALLOWED)
  expect(await post([opened(own_id)], rows)).toBe('ok')
})

test('a month is over at its end and not before, and a cancel gives back what has not passed', async () => {
  const { price_micros, ends_at, ...terms } = await month()
  const { system } = t
  const nothing = { refund_micros: null, rebate_micros: null }
  const over = system((tx) => endMonth(tx, vip_id, { ended_at: ends_at, end_reason: 'over', ...nothing }))
  await expect(over.catch(codeOf)).resolves.toBe('23514')
  const ended_at = t.services.clock.now()
  const right = cancelRefund({ price_micros, ends_at, ...terms }, 0n, ended_at)
  const cancelled = (refund_micros: bigint) => (tx: Transaction) =>
    endMonth(tx, vip_id, { ended_at, end_reason: 'cancelled', refund_micros, rebate_micros: 0n })
  await expect(system(cancelled(right + 1n)).catch(codeOf)).resolves.toBe('23514')
  const back: Move = {
    posting: 'vip_cancelled',
    debit: unearned(vip_id),
    credit: available(),
    amount_micros: right,
    cause: vipCause(vip_id),
  }
  // The rest of the month must be earned in the same transaction.
  expect(await post([back], cancelled(right))).toBe(NOT_ALLOWED)
})
