import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { type TestDatabase, testDatabase } from '../../testing/servers/test-database.ts'
import { accountId } from './account-id.ts'
import {
  ACCOUNT_CODES,
  type Account,
  type AccountCode,
  type AccountRule,
  PLATFORM_ID,
} from './chart-of-accounts.ts'
import { BETWEEN_CUSTOMERS, POSTINGS, type PostingName } from './postings.ts'
import { CAUSE } from './testing/funded-customer.ts'
import { postGroups } from './testing/transfer.ts'
import type { Transfer } from './transfer.ts'
import { verifyLedger } from './verify.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
  await anyCause(db.asOwner)
})
afterAll(async () => {
  await db?.close()
})

const CODES = Object.keys(ACCOUNT_CODES) as AccountCode[]
const ALLOWED = new Set(
  Object.values(POSTINGS).flatMap((pairs) => pairs.map(([debit, credit]) => `${debit}>${credit}`)),
)
const ruleOf = (code: AccountCode): AccountRule => ACCOUNT_CODES[code]

class RollBack extends Error {}

async function rolledBack(work: (tx: Transaction) => Promise<void>): Promise<void> {
  const done = db.database.transaction({ kind: 'system' }, async (tx) => {
    await work(tx)
    throw new RollBack()
  })
  await expect(done).rejects.toBeInstanceOf(RollBack)
}

/** An account of `plan`, owned by `party` or by the platform. */
function accountOf(code: AccountCode, party: string, plan: string): Account {
  const { owner, subject } = ruleOf(code)
  const owner_id = owner === 'platform' ? PLATFORM_ID : party
  return subject === undefined ? { code, owner_id } : { code, owner_id, subject_id: plan }
}

/** Tries every pair of codes under every posting that has the pair, from `from` to `to`. */
async function tryEveryPair(
  tx: Transaction,
  from: { party: string; plan: string },
  to: { party: string; plan: string },
): Promise<string[]> {
  const tries = CODES.flatMap((debit) =>
    CODES.flatMap((credit) => {
      const names = (Object.keys(POSTINGS) as PostingName[]).filter((name) =>
        POSTINGS[name].some(([one, two]) => one === debit && two === credit),
      )
      return (names.length > 0 ? names : (['spend', undefined] as const)).map((posting) => ({
        debit,
        credit,
        posting,
      }))
    }),
  )
  const transfers = tries.map(
    ({ debit, credit, posting }): Transfer => ({
      kind: 'posted',
      id: newId(),
      debit: accountOf(debit, from.party, from.plan),
      credit: accountOf(credit, to.party, to.plan),
      amount_micros: 1n,
      cause: CAUSE,
      ...(posting && { posting }),
    }),
  )
  const results = await postGroups(
    tx,
    transfers.map((transfer) => [transfer]),
  )
  return tries.flatMap(({ debit, credit, posting }, index) => {
    const [result] = results[index] ?? []
    return result === 'account_rule_broken' || result === 'accounts_equal'
      ? []
      : [`${posting} ${debit}>${credit}`]
  })
}

const party = () => ({ party: newId(), plan: newId() })

async function openPlans(tx: Transaction, ...parties: { party: string; plan: string }[]): Promise<void> {
  const groups = parties.map(({ party: owner_id, plan }): Transfer[] => {
    const cash: Account = { code: 'customer_available', owner_id }
    return [
      move(accountOf('bank', owner_id, plan), accountOf('suspense', owner_id, plan)),
      move(accountOf('suspense', owner_id, plan), cash),
      move(cash, { code: 'plan_cash', owner_id, subject_id: plan }),
    ]
  })
  const results = await postGroups(tx, groups)
  expect(results.flat().every((result) => result === 'ok')).toBe(true)
}

test("the database's chart, pairs and account ids are the program's", async () => {
  await rolledBack(async (tx) => {
    expect((await verifyLedger(tx)).differences).toEqual([])
    const accounts = CODES.map((code) => accountOf(code, newId(), newId()))
    const ids = await Promise.all(
      accounts.map(async ({ code, owner_id, subject_id }) => {
        const { rows } = await sql<{ id: string }>`
          select ledger.account_id(${code}, ${owner_id}, ${subject_id ?? null}) as id`.execute(tx)
        return rows[0]?.id
      }),
    )
    expect(ids).toEqual(accounts.map(accountId))
  })
})

test("a statement takes an account's id in as an expression instead of calling a function for each row", async () => {
  await rolledBack(async (tx) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain verbose select ledger.account_id(code, owner_id, subject_id) from ledger.accounts`.execute(tx)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('sha256(')
    expect(plan).not.toContain('account_id(')
  })
})

test('an account of a code that the chart does not know is not opened, and the chart stays as it is', async () => {
  const open = (code: string) =>
    db.asOwner(
      `insert into ledger.accounts (id, code, owner_id, side, opened_at, last_at)
       values (ledger.account_id($1, $2, null), $1, $2, 'credit', platform.now(), platform.now())`,
      [code, newId()],
    )
  await expect(open('slush')).rejects.toThrow('the chart does not know: slush')
  for (const change of [
    `delete from ledger.account_codes where code = 'fx_hold'`,
    `update ledger.account_codes set code = 'slush' where code = 'fx_hold'`,
    'truncate ledger.account_codes cascade',
  ]) {
    await expect(db.asOwner(change)).rejects.toThrow('entries are for good')
  }
})

test('control: a chart or pair that only the database has is found', async () => {
  await db.asOwner(
    `insert into ledger.posting_pairs values ('gift', 'customer_available', 'escrow', false, false, false)`,
  )
  const { differences } = await db.database.transaction({ kind: 'system' }, verifyLedger)
  await db.asOwner(`delete from ledger.posting_pairs where posting = 'gift'`)
  expect(differences).toEqual([{ fault: 'postings', count: 1, subjects: ['gift customer_available escrow'] }])
})

test('account ids keep the time of what they belong to and are of version 8', () => {
  const owner_id = newId()
  const subject_id = newId()
  expect(accountId({ code: 'plan_cash', owner_id, subject_id })).toMatch(
    new RegExp(`^${subject_id.slice(0, 13)}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`),
  )
  expect(() => accountId({ code: 'plan_cash', owner_id })).toThrow('needs its plan')
  expect(() => accountId({ code: 'fee', owner_id: 'x,y' })).toThrow('no UUID')
})

test('every pair of accounts of one party: only those of PRODUCT §3 exist [proof 33]', async () => {
  await rolledBack(async (tx) => {
    const one = party()
    await openPlans(tx, one)
    const accepted = await tryEveryPair(tx, one, one)
    const pairs = new Set(accepted.map((text) => text.split(' ')[1]))
    const expected = [...ALLOWED]
    expect([...pairs].toSorted()).toEqual(expected.toSorted())
    expect(accepted.filter((text) => text.startsWith(BETWEEN_CUSTOMERS))).toEqual([])
  })
})

test("every pair of accounts of two parties: between customers only a follower's profit share", async () => {
  await rolledBack(async (tx) => {
    const [from, to] = [party(), party()]
    await openPlans(tx, from, to)
    const accepted = await tryEveryPair(tx, from, to)
    const isTied = (code: string | undefined) =>
      code !== undefined && (code.startsWith('customer_') || /^plan_|_hold$|^rec/.test(code))
    const between = accepted.filter((text) => text.split(' ')[1]?.split('>').every(isTied))
    expect(between).toEqual([`${BETWEEN_CUSTOMERS} customer_unsettled>customer_available`])
    const same_kind = accepted.filter((text) => {
      const [debit, credit] = (text.split(' ')[1] ?? '').split('>') as [AccountCode, AccountCode]
      return ruleOf(debit).owner === ruleOf(credit).owner && ruleOf(debit).owner !== 'platform'
    })
    expect(same_kind).toEqual(between)
  })
})

test("no chain of postings leads from a customer's cash to revenue", () => {
  const sources = new Set<string>(['customer_unsettled'])
  for (let grown = true; grown; ) {
    const before = sources.size
    for (const pair of ALLOWED) {
      const [debit = '', credit = ''] = pair.split('>')
      // Money that reaches a bank has left the ledger; money from a bank is another payment.
      if (sources.has(credit) && credit !== 'bank') sources.add(debit)
    }
    grown = sources.size > before
  }
  expect([...sources].toSorted()).toEqual([
    'bank',
    'customer_unsettled',
    'escrow',
    'escrow_reserved',
    'suspense',
  ])
})

test("a plan's money stays with the plan and with its customer", async () => {
  await rolledBack(async (tx) => {
    const [own, other] = [party(), party()]
    await openPlans(tx, own, other)
    const stolen_plan: Account = { code: 'plan_cash', owner_id: other.party, subject_id: own.plan }
    const results = await postGroups(tx, [
      [move({ code: 'customer_available', owner_id: other.party }, stolen_plan)],
      [
        move(accountOf('fee_unearned', own.party, own.plan), {
          code: 'customer_available',
          owner_id: other.party,
        }),
      ],
      [
        move(
          accountOf('publisher_unsettled', own.party, own.plan),
          accountOf('plan_cash', own.party, newId()),
        ),
      ],
      [move(accountOf('escrow', own.party, own.plan), accountOf('escrow_reserved', own.party, newId()))],
    ])
    expect(results.flat()).toEqual(Array.from({ length: 4 }, () => 'account_rule_broken'))
  })
})

function move(debit: Account, credit: Account): Transfer {
  return { kind: 'posted', id: newId(), debit, credit, amount_micros: 1n, cause: CAUSE }
}
