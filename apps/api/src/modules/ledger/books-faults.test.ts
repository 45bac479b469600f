import { FLOW_TYPES } from '@adtally/contract/enums.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../database/connection.ts'
import { newId } from '../../database/identifiers.ts'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { type TestDatabase, testDatabase } from '../../testing/servers/test-database.ts'
import { accountId } from './account-id.ts'
import {
  type Account,
  balances,
  createLedgerWriter,
  type LedgerWriter,
  PLATFORM_ID,
  verifyLedger,
} from './index.ts'
import { type FundedCustomer, fundedCustomer, posted } from './testing/funded-customer.ts'
import { WITHOUT_ASKING, withMutant } from './testing/mutants.ts'
import { transfer, transferring } from './testing/transfer.ts'
import { AMOUNT_MAX_MICROS } from './transfer.ts'
import { postTransfers } from './writing/post-transfers.ts'

let db: TestDatabase
let writer: LedgerWriter

beforeAll(async () => {
  db = await testDatabase()
  await anyCause(db.asOwner)
  writer = createLedgerWriter(db.database)
})
afterAll(async () => {
  await writer?.close()
  await db?.close()
})

const asSystem = <T>(work: Parameters<typeof db.database.transaction<T>>[1]) =>
  db.database.transaction({ kind: 'system' }, work)
const differences = async () => (await asSystem(verifyLedger)).differences
const balanceOf = async (account: Account) => (await asSystem((tx) => balances(tx, [account])))[0]

describe('an act is taken whole or leaves nothing', () => {
  test('an act of which one transfer is there already posts none of the others, and keeps no request [proof 110]', async () => {
    const customer = await fundedCustomer(writer, 100n)
    const taken = posted(customer.available, customer.hold, 1n)
    expect(await transfer(writer, [taken])).toEqual(['ok'])
    const act = transferring([posted(customer.available, customer.hold, 2n), taken])
    await expect(writer.submit(act)).rejects.toThrow('exists_with_other_content')
    expect(await balanceOf(customer.available)).toBe(99n)
    expect(await db.asOwner('select from ledger.requests where request_id = $1', [act.request_id])).toEqual(
      [],
    )
  })

  test('the same transfer twice beside a refused act and a competing spender is there once where it is answered', async () => {
    const other = createLedgerWriter(db.database)
    for (let round = 0; round < 40; round += 1) {
      const customer = await fundedCustomer(writer, 1n)
      const spending = posted(customer.available, customer.hold, 1n)
      const opening = posted(customer.available, { ...customer.plan_cash, subject_id: newId() }, 5n)
      const tries = [
        transfer(writer, [spending]),
        transfer(writer, [spending]),
        transfer(writer, [opening]),
        transfer(other, [posted(customer.available, customer.hold, 1n)]),
      ]
      const [one = [], again = []] = await Promise.all(tries)
      const is_answered = [...one, ...again].some((result) => result === 'ok' || result === 'exists')
      const rows = await db.asOwner('select from ledger.transfers where id = $1', [spending.id])
      expect(rows.length === 1).toBe(is_answered)
    }
    await other.close()
  })

  test('a line that would change its type fails alone, whoever shares the batch', async () => {
    const customer = await fundedCustomer(writer, 10n)
    const line = (type: 'hold' | 'ad_serving', id = 'one line') => ({
      ...posted(customer.available, customer.hold, 1n),
      flow: { id, type, subject_kind: 'test', subject_id: 'test' },
    })
    expect(await transfer(writer, [line('hold')])).toEqual(['ok'])
    const [bad, good] = await Promise.allSettled([
      transfer(writer, [line('ad_serving')]),
      transfer(writer, [line('ad_serving', 'another line')]),
    ])
    expect(bad?.status).toBe('rejected')
    expect(good).toMatchObject({ status: 'fulfilled', value: ['ok'] })
  })
})

describe('order, time and balances agree', () => {
  /** The account's balance after each of its entries, in the order that lists use. */
  async function runningBalances(account: Account): Promise<bigint[]> {
    const rows = await db.asOwner<{ held: bigint }>(
      `select sum(case when credit_account_id = $1 then amount_micros else -amount_micros end)
        over (order by created_at, number) as held
       from ledger.transfers where $1 in (debit_account_id, credit_account_id) order by created_at, number`,
      [accountId(account)],
    )
    return rows.map(({ held }) => held)
  }

  test('a spend that waited for its deposit stands behind it', async () => {
    const customer = await fundedCustomer(writer, 1n)
    const spending = [posted(customer.available, customer.hold, 50n)]
    const deposited = await asSystem(async (tx) => {
      await postTransfers(tx, [
        posted(customer.bank, customer.suspense, 50n),
        posted(customer.suspense, customer.available, 50n),
      ])
      const spent = asSystem((other) => postTransfers(other, spending))
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => db.asProgram(waiting)).not.toEqual([])
      return { spent }
    })
    await deposited.spent
    expect(await runningBalances(customer.available)).toEqual([1n, 51n, 1n])
  })

  test('nor does a clock that was set back put an entry before an earlier one [proof 113]', async () => {
    const ahead = (by_ms: number) => db.asOwner('update platform.clock_offset set offset_ms = $1', [by_ms])
    await ahead(3_600_000)
    const customer = await fundedCustomer(writer, 10n)
    await ahead(0)
    expect(await transfer(writer, [posted(customer.available, customer.hold, 10n)])).toEqual(['ok'])
    expect(await runningBalances(customer.available)).toEqual([10n, 0n])
    expect(await differences()).toEqual([])
  })
})

test('lines are of the types that the contract lists, in the database too', async () => {
  const [rule] = await db.asOwner<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'flow_type_is_listed'",
  )
  const listed = [...(rule?.text ?? '').matchAll(/'(\w+)'/g)].map(([, type]) => type)
  expect(listed.toSorted()).toEqual(FLOW_TYPES.toSorted())
})

test('a lifetime has no end that a bigint would meet', async () => {
  const bank: Account = { code: 'bank', owner_id: PLATFORM_ID, subject_id: newId() }
  const suspense: Account = { code: 'suspense', owner_id: PLATFORM_ID }
  const transit: Account = { code: 'transit', owner_id: PLATFORM_ID }
  const before = await balanceOf(suspense)
  for (let round = 0; round < 10; round += 1) {
    const move = (debit: Account, credit: Account) => posted(debit, credit, AMOUNT_MAX_MICROS)
    const through = [move(bank, suspense), move(suspense, transit), move(transit, bank)]
    expect(await transfer(writer, through)).toEqual(['ok', 'ok', 'ok'])
  }
  expect(await balanceOf(suspense)).toBe(before)
  expect(await differences()).toEqual([])
})

describe('what the program writes is asked again as it is written', () => {
  interface Written {
    accounts: readonly Account[]
    amount?: bigint
    posting?: string
    reverses_id?: string
  }

  /** Calls the function as anyone with the program's login can, with any accounts. */
  async function write({ accounts, amount = 1n, posting = 'withdrawal_asked', reverses_id }: Written) {
    const client = await connect(db.program)
    try {
      await client.query("set adtally.scope = 'system'")
      await client.query(
        `select ledger.write_transfers($1, $2, '{1}', '{2}', $3, $4, $5, '{plan}', $6, null, null, null, null)`,
        [
          accounts.map(accountId),
          [newId()],
          [amount],
          reverses_id === undefined ? null : [reverses_id],
          [posting],
          [newId()],
        ],
      )
    } finally {
      await client.end()
    }
  }

  let one: FundedCustomer
  let other: FundedCustomer
  let asked: ReturnType<typeof posted>
  beforeAll(async () => {
    ;[one, other] = await Promise.all([fundedCustomer(writer, 100n), fundedCustomer(writer, 100n)])
    asked = posted(one.available, one.hold, 10n)
    await transfer(writer, [asked])
    await transfer(writer, [posted(other.available, other.hold, 10n)])
  })

  const REFUSED: [string, () => Written, RegExp][] = [
    ['another’s account', () => ({ accounts: [one.available, other.hold] }), /no posting of the chart/],
    ['a pair the chart has not', () => ({ accounts: [one.available, one.bank] }), /no posting of the chart/],
    [
      'a name the chart has not',
      () => ({ accounts: [one.available, one.hold], posting: 'gift' }),
      /no posting/,
    ],
    [
      'an account that is not open',
      () => ({ accounts: [one.available, one.plan_cash] }),
      /not open|not sum to zero/,
    ],
    [
      'more than there is',
      () => ({ accounts: [one.available, one.hold], amount: 91n }),
      /balance_not_negative/,
    ],
    [
      'less than nothing',
      () => ({ accounts: [one.hold, one.available], amount: -1n }),
      /violates check|no posting/,
    ],
    [
      'a reversal of more than there was',
      () => ({ accounts: [one.hold, one.available], amount: 11n, reverses_id: asked.id }),
      /balance_not_negative|does not fit/,
    ],
    [
      'a reversal between other accounts',
      () => ({ accounts: [other.hold, other.available], reverses_id: asked.id }),
      /does not fit/,
    ],
  ]
  test.each(REFUSED)('refused: %s', async (_what, made, reason) => {
    await expect(write(made())).rejects.toThrow(reason)
  })

  /** Two entries that each claim to reverse the other, so that neither would be checked against the chart. */
  async function writeCircle(): Promise<void> {
    const [there, back] = [newId(), newId()]
    const client = await connect(db.program)
    try {
      await client.query("set adtally.scope = 'system'")
      await client.query(
        `select ledger.write_transfers($1, $2, '{1,2}', '{2,1}', '{5,5}', $3, '{deposit_credited,deposit_credited}',
          '{plan,plan}', $4, null, null, null, null)`,
        [[one.available, other.available].map(accountId), [there, back], [back, there], [newId(), newId()]],
      )
    } finally {
      await client.end()
    }
  }

  test('refused: two entries that name each other as what they reverse', async () => {
    await expect(writeCircle()).rejects.toThrow(/does not fit/)
  })

  test('control: where a reversal need not stand behind what it reverses, they pass, and ledger verify tells them', async () => {
    const believing = {
      routine: 'ledger.check_reversals',
      from: 'or reversal.number <= original.number',
      to: '',
    }
    await withMutant(db, [believing], writeCircle)
    expect((await differences()).map(({ fault }) => fault)).toEqual(['reversal'])
  })

  test('refused: positions that are not counted from 1', async () => {
    const client = await connect(db.program)
    try {
      await client.query("set adtally.scope = 'system'")
      const ids = `[2:4]={${[one.available, one.hold, other.hold].map(accountId).join(',')}}`
      const written = client.query(
        `select ledger.write_transfers($1::uuid[], $2, '{2}', '{3}', '{1}', null, '{withdrawal_asked}', '{plan}', $3,
          null, null, null, null)`,
        [ids, [newId()], [newId()]],
      )
      await expect(written).rejects.toThrow(/counted from 1/)
    } finally {
      await client.end()
    }
  })

  test('control: without asking, another’s account would do [proof 112]', async () => {
    await withMutant(db, WITHOUT_ASKING, () => write({ accounts: [one.available, other.hold] }))
    expect((await differences()).map(({ fault }) => fault)).toContain('posting_not_allowed')
  })
})

describe('accounts are locked in one order', () => {
  test('acts, transactions of their own and accounts that are opened meet without a deadlock [proof 111]', async () => {
    const duration_ms = Number(process.env.DEADLOCK_LOAD_MS ?? 4_000)
    const databases = Array.from({ length: 3 }, () => new PostgresDatabase(db.program))
    const writers = databases.map((database) =>
      createLedgerWriter(database, { batch_max: 24, queue_max: 10_000 }),
    )
    const customers = await Promise.all(Array.from({ length: 10 }, () => fundedCustomer(writer, 1_000_000n)))
    const deadlocks = async () =>
      (
        await db.asOwner<{ deadlocks: bigint }>(
          'select deadlocks from pg_stat_database where datname = current_database()',
        )
      )[0]?.deadlocks ?? 0n
    const before = await deadlocks()
    let done = 0
    const until = performance.now() + duration_ms
    const lane = async (number: number) => {
      for (let step = number; performance.now() < until; step += 7) {
        const customer = customers[step % customers.length]
        const next = customers[(step * 3 + 1) % customers.length]
        if (!customer || !next) return
        const plan = { ...customer.plan_cash, subject_id: newId() }
        const out = posted(customer.available, customer.hold, 3n)
        const transfers = [
          posted(next.available, next.hold, 1n),
          posted(customer.available, plan, 2n),
          out,
          { kind: 'reversal', id: newId(), reverses_id: out.id, amount_micros: 1n, cause: out.cause },
        ] as const
        if (step % 4 === 0) await asSystem((tx) => postTransfers(tx, transfers))
        else
          await transfer(
            writers[number % writers.length] ?? writer,
            step % 3 === 0 ? transfers.toReversed() : transfers,
          )
        done += 1
      }
    }
    await Promise.all(Array.from({ length: 24 }, (_, number) => lane(number)))
    for (const one of writers) await one.close()
    for (const database of databases) await database.close()
    expect(done).toBeGreaterThan(100)
    expect(await deadlocks()).toBe(before)
  })
})
