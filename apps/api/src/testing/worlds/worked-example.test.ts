import { readFileSync } from 'node:fs'
import { NEWCOMER_ACTIVITY, userCouponReceive, userCouponUsable } from '@adtally/contract/money/coupons.ts'
import { startupReceive, startupReturn } from '@adtally/contract/money/startup.ts'
import { vipOpen } from '@adtally/contract/money/vip.ts'
import { checkPassword, property, withdraw, withdrawList } from '@adtally/contract/money/wallet.ts'
import { assistanceFollow, assistanceList, draftConfirm } from '@adtally/contract/plans/follow.ts'
import { planCancel, planPut, planStop } from '@adtally/contract/plans/plans.ts'
import { formatAmount, type Micros, total } from '@adtally/money/money.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { signedAmount } from '../../demo/office.ts'
import { DAY_MS } from '../../lib/time-zones.ts'
import { keepHouse, settleBooks } from '../../modules/delivery/index.ts'
import { sendInFile } from '../send-in-file.ts'
import { type TestDatabase, testDatabase } from '../servers/test-database.ts'
import { testSettings } from '../servers/test-services.ts'
import { look } from '../simulation/acts/delivery.ts'
import { openAccount } from '../simulation/acts/people.ts'
import { type Person, World } from '../simulation/world.ts'

const PAGE = new URL('../../../../../docs/worked-example.md', import.meta.url)
const HOUR_MS = 3_600_000
const MARKET = {
  advertisers: ['Orchard'],
  payouts: ['15.00'],
  prices: { Gazette: [['CPC', '6.001']] },
} as const

let db: TestDatabase
let world: World
let anna: Person
let ben: Person
/** The page's names for accounts of plans and VIP. */
const names = new Map<string, string>()
const plans: string[] = []

beforeAll(async () => {
  db = await testDatabase()
  const place = { ...db, superuser: inject('cluster').superuser }
  world = await World.open(place, testSettings({ RAIL_FEE: '1.00' }), MARKET)
  anna = await openAccount(world)
  ben = await openAccount(world)
  names.set(anna.customer_id, 'Anna').set(ben.customer_id, 'Ben')
  const fee = { customer: 'person-2', fee_percent: '10', reason: 'as agreed' }
  await world.office.decide('set-leader-fee', fee)
  await receive(ben, 200_000_000n)
  await written()
})
afterAll(async () => {
  await world?.close()
  await db?.close()
})

const receive = (person: Person, amount_micros: Micros) =>
  world.bank.tell(world.office, world.now, [
    { amount_micros, name: person.name, remittance: person.reference },
  ])

/** A movement as the page writes it. */
interface Row {
  posting: string
  debit: string
  credit: string
  amount: string
}

const TRANSFERS = `
  select transfer.id::text as id, reverses_id::text as reverses_id, posting, amount_micros,
    debit.code as debit, debit.owner_id::text as debit_owner, debit.subject_id::text as debit_subject,
    credit.code as credit, credit.owner_id::text as credit_owner, credit.subject_id::text as credit_subject
  from ledger.transfers transfer
  join ledger.accounts debit on debit.id = debit_account_id
  join ledger.accounts credit on credit.id = credit_account_id
  order by transfer.created_at, transfer.number`
type Transfer = { amount_micros: Micros; reverses_id: string | null } & Record<
  'id' | 'posting' | 'debit' | 'debit_owner' | 'debit_subject' | 'credit' | 'credit_owner' | 'credit_subject',
  string
>

const seen = new Set<string>()
const earned: Transfer[] = []

/** What was booked since the last call, equal movements summed; VIP's days are kept for the end. */
async function written(): Promise<Row[]> {
  const fresh = (await world.books.rows<Transfer>(TRANSFERS)).filter(({ id }) => !seen.has(id))
  for (const { id } of fresh) seen.add(id)
  earned.push(...fresh.filter(({ posting }) => posting === 'vip_earned'))
  return summed(fresh.filter(({ posting }) => posting !== 'vip_earned'))
}

function summed(transfers: readonly Transfer[]): Row[] {
  const key = ({ posting, reverses_id, ...of }: Transfer) =>
    [
      reverses_id === null ? posting : `${posting}, reversed`,
      account(of.debit, of.debit_owner, of.debit_subject),
      account(of.credit, of.credit_owner, of.credit_subject),
    ].join('|')
  return [...Map.groupBy(transfers, key)].map(([movement, some]) => {
    const [posting = '', debit = '', credit = ''] = movement.split('|')
    return {
      posting,
      debit,
      credit,
      amount: formatAmount(total(some.map(({ amount_micros }) => amount_micros))),
    }
  })
}

function account(code: string, owner: string, subject: string | null): string {
  const of = [names.get(owner), names.get(subject ?? '')].filter((name) => name !== undefined)
  return of.length === 0 ? code : `${code} (${of.join(', ')})`
}

/** The page's sections by heading, each with its tables' rows. */
function sections(): Map<string, string[][]> {
  const [, ...parts] = readFileSync(PAGE, 'utf8').split(/^## /m)
  return new Map(
    parts.map((part) => {
      const [heading = ''] = part.split('\n')
      const rows = part.split('\n').filter((line) => /^\| /.test(line) && !/^\| (Posting|\|)/.test(line))
      return [
        heading,
        rows.map((line) =>
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ),
      ]
    }),
  )
}

const ask = async () => {
  const device = world.books.looks
  await world.books.look()
  return device
}

async function visits(clicks: number, conversions: number, false_clicks: number): Promise<void> {
  const process = world.process()
  await process.services.delivery.refresh()
  for (let click = 0; click < clicks; click += 1) {
    const device = `device-${await ask()}-of-the-example`
    const is_false = click >= clicks - false_clicks
    const converts = is_false || click < conversions - false_clicks
    const [key = ''] = world.market.placement_keys
    const visit = { process, device, address: '198.51.100.7', is_false, converts }
    // A node that is still asking for the plan's budget has nothing to show yet.
    await expect.poll(() => look(world, key, visit), { message: `click ${click}` }).toBe(true)
  }
  await settleBooks(process.services)
}

/** Stops a plan and lives through the hour of its last tokens; closes leases, does not look for invalid traffic. */
async function stop(plan_id: string): Promise<void> {
  await world.call(anna, planStop, { plan_id })
  for (let turn = 0; turn < 3; turn += 1) {
    await world.process().services.delivery.refresh()
    await world.advance(30 * 60_000)
    await world.books.rows('select delivery.close_leases()')
    await world.drain()
  }
}

async function place(reply: { code: number; data: { plan_id: string; reason?: string } }, name: string) {
  expect(reply.code, reply.data.reason).toBe(200)
  names.set(reply.data.plan_id, name)
  plans.push(reply.data.plan_id)
}

const product = () => world.market.product_ids[0] ?? ''

/** The acts of the example, by the page's headings. */
const LIFE: Readonly<Record<string, () => Promise<unknown>>> = {
  'Day 1: Anna pays in 300.00': () => receive(anna, 300_000_000n),
  'Day 1: she takes the startup funds': () => world.call(anna, startupReceive, { request_id: newId() }),
  'Day 1: she claims the newcomer coupon': () =>
    world.call(anna, userCouponReceive, { request_id: newId(), activity_id: NEWCOMER_ACTIVITY }),
  'Day 1: she opens a month of VIP': async () => {
    const request = { request_id: newId(), price: '20.00', vip_fee_percent: 15 }
    const { data } = await world.call(anna, vipOpen, request)
    names.set(data.vip_id, 'VIP')
  },
  'Day 1: she places plan A of 90.00 with the coupon and the startup funds': async () => {
    const of = { product_id: product(), amount: '90.00' }
    const usable = await world.call(anna, userCouponUsable, of)
    const [first] = usable.data.items
    const coupon = { coupon_id: first?.coupon.coupon_id ?? '', worth: first?.worth ?? '' }
    const request = { request_id: newId(), ...of, duration_days: 1, coupon, startup_amount: '20.00' }
    await place(await world.call(anna, planPut, request), 'A')
  },
  'Day 1: plan A has 10 clicks and 5 conversions': () => visits(10, 5, 1),
  'Day 1: she stops plan A, and an hour later what it has not spent returns': () => stop(plans[0] ?? ''),
  'Day 2: she follows Ben and places plan B of 50.00 from his draft': async () => {
    const { operated_id } = ben
    await world.call(anna, assistanceFollow, { request_id: newId(), operated_id, fee_percent: 10 })
    const own = { request_id: newId(), product_id: product(), amount: '30.00', duration_days: 1 }
    const { data } = await world.call(ben, planPut, own)
    await world.drain()
    await world.call(ben, planCancel, { plan_id: data.plan_id })
    await written()
    const { drafts } = (await world.call(anna, assistanceList, {})).data
    const request = { request_id: newId(), draft_id: drafts[0]?.draft_id ?? '', amount: '50.00' }
    await place(await world.call(anna, draftConfirm, request), 'B')
  },
  'Day 2: plan B has 5 clicks and 3 conversions': () => visits(5, 3, 0),
  'Day 2: she stops plan B, and an hour later what it has not spent returns': () => stop(plans[1] ?? ''),
  'Day 16: both plans settle': () => live(14),
  'Day 17: the false click is found': () => keepHouse(world.process().services),
  'Day 18: she returns the startup funds that she has not used': () =>
    world.call(anna, startupReturn, { request_id: newId(), amount: '6.664444' }),
  'Day 18: she withdraws 100.00': async () => {
    const of = { amount: '100.00', beneficiary_id: anna.beneficiary_id ?? '' }
    const { data } = await world.call(anna, checkPassword, { password: anna.pin, ...of })
    await world.call(anna, withdraw, { request_id: newId(), ...of, grant: data.grant ?? '' })
  },
  'Day 18: two people approve it, and it is handed to the bank': async () => {
    const number = await withdrawalNumber()
    await world.office.decide('approve-withdrawal', { number })
    await sendInFile(world.office, number)
  },
  'Day 19: the bank’s statement confirms it': async () => {
    const remittance = await withdrawalNumber()
    await world.bank.tell(world.office, world.now, [
      { amount_micros: -99_000_000n, name: anna.name, remittance },
    ])
  },
  'A month later: VIP is over': () => live(20),
}

async function live(days: number): Promise<void> {
  await world.advance(days * DAY_MS)
  await world.drain()
  await world.advance(HOUR_MS)
  await world.drain()
}

async function withdrawalNumber(): Promise<string> {
  const { data } = await world.call(anna, withdrawList, {})
  return data.items[0]?.number ?? ''
}

const RESULT = 'What it came to'

test('docs/worked-example.md: every posting of the month is the one that was computed by hand [proof 32]', async () => {
  const page = sections()
  const headings = [...page.keys()].map((heading) => heading.replaceAll("'", '’'))
  expect(headings, 'the page tells what is lived through').toEqual([...Object.keys(LIFE), RESULT])
  for (const [heading, table] of page) {
    const act = LIFE[heading.replaceAll("'", '’')]
    if (!act) continue
    await act()
    const rows = heading.startsWith('A month') ? [...(await written()), ...summed(earned)] : await written()
    const told = table.map(([posting, debit, credit, amount]) => ({ posting, debit, credit, amount }))
    expect(rows.toSorted(inOrder), heading).toEqual(told.toSorted(inOrder))
    await world.books.look()
  }
  const result = page.get(RESULT) ?? []
  const [, available] = result.at(-1) ?? []
  const parts = result.slice(0, -1).map(([, amount = '']) => signedAmount(amount))
  expect(formatAmount(total(parts))).toBe(available?.replaceAll('*', ''))
  const wallet = await world.call(anna, property, {})
  expect(wallet.data.available_balance).toBe(available?.replaceAll('*', ''))
  expect(await world.office.run('reconcile')).toMatchObject({ differences: 0 })
})

function inOrder(left: object, right: object): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1
}
