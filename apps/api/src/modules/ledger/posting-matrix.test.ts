import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect } from '../../database/connection.ts'
import { newId } from '../../database/identifiers.ts'
import { PROCESS_ROLES, type ProcessRole } from '../../database/setup/process-roles.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { plant } from '../../testing/plant.ts'
import { type TestDatabase, testDatabase } from '../../testing/servers/test-database.ts'
import { accountId } from './account-id.ts'
import { POSTING_CAUSES, POSTINGS, type PostingName } from './postings.ts'
import { type Named, Planter } from './testing/planting.ts'
import { accountOf, type Cast, type Leg, type Recipe } from './testing/recipe.ts'
import { RECIPES } from './testing/recipes.ts'

interface Case {
  posting: PostingName
  kind: string
  /** The recipe's number among those for the same posting and kind. */
  nth: number
  recipe: Recipe
  roles: readonly ProcessRole[]
}

const NAMES = Object.keys(POSTINGS) as PostingName[]
const CASES: readonly Case[] = NAMES.flatMap((posting) => {
  const listed: Readonly<Record<string, readonly ProcessRole[]>> = POSTING_CAUSES[posting]
  return Object.entries<readonly Recipe[]>(RECIPES[posting]).flatMap(([kind, recipes]) =>
    recipes.map((recipe, index) => ({ posting, kind, nth: index + 1, recipe, roles: listed[kind] ?? [] })),
  )
})

/** Recipes that correct a settlement; `EVIDENCE` lists the tables they depend on besides the results themselves. */
const CORRECTIONS = CASES.filter(
  ({ posting, kind }) =>
    ['settlement', 'profit_shared', 'recovery_owed', 'platform_allotted'].includes(posting) &&
    ['verdict', 'conversion', 'restoration'].includes(kind),
)
const EVIDENCE = [
  ...['delivery.verdicts', 'delivery.restorations', 'delivery.events', 'delivery.conversions'],
  'plans.owed_conversions',
  ...['follows.drafts', 'follows.relations'],
]

const MAIN_BANK = '00000000-0000-7000-8000-000000000101'
let numbered = 1_000

function newCast(): Cast {
  numbered += 1
  return {
    ...{ customer_id: newId(), leader_id: newId(), advertiser_id: newId(), publisher_id: newId() },
    ...{ acceptor_id: newId(), plan_id: newId(), bank_id: MAIN_BANK, number: numbered },
  }
}

/** The same cast with one party or thing replaced. */
function others(cast: Cast): Record<string, Cast> {
  return {
    "another customer's": { ...cast, customer_id: newId(), plan_id: newId() },
    "another plan's": { ...cast, plan_id: newId() },
    "another leader's": { ...cast, leader_id: newId() },
    "another advertiser's": { ...cast, advertiser_id: newId() },
    "another publisher's": { ...cast, publisher_id: newId() },
    "another acceptor's": { ...cast, acceptor_id: newId() },
    "another bank account's": { ...cast, bank_id: newId() },
  }
}

let db: TestDatabase
let superuser: Client
let planter: Planter
let clients: Record<ProcessRole, Client>

beforeAll(async () => {
  db = await testDatabase()
  superuser = await connect({ ...inject('cluster').superuser, database: db.name })
  planter = await Planter.on(superuser)
  const connected = await Promise.all(PROCESS_ROLES.map((role) => connect(db.logins[role])))
  const [api, delivery, worker, office, sandbox] = connected
  if (!api || !delivery || !worker || !office || !sandbox) throw new Error('a role has no connection')
  clients = { api, delivery, worker, office, sandbox }
})
afterAll(async () => {
  await Promise.all([superuser, ...Object.values(clients ?? {})].map((client) => client?.end()))
  await db?.close()
})

/** A transaction either commits, or runs its deferred checks and rolls back. */
type End = 'commit' | 'set constraints all immediate; rollback'
const FOR_GOOD: End = 'commit'
const REHEARSED: End = 'set constraints all immediate; rollback'

interface Posted {
  posting: PostingName
  kind: string
  cause_id: string
  cast: Cast
  legs: readonly Leg[]
}

/** What the database answers at commit when a role's login posts this: `ok`, or an error code. */
async function post(role: ProcessRole, posted: Posted, end: End = REHEARSED): Promise<string> {
  const legs = posted.legs.map((leg) => ({
    ...leg,
    id: newId(),
    reverses_id: leg.is_reversal ? newId() : null,
    from: accountOf(posted.cast, leg.debit),
    to: accountOf(posted.cast, leg.credit),
  }))
  await planter.room(
    legs.flatMap(({ from, to }): Named[] => [named(posted.cast, from), named(posted.cast, to)]),
  )
  await planter.entries(
    legs.flatMap(({ reverses_id, from, to, amount_micros }) =>
      reverses_id === null
        ? []
        : {
            ...{ id: reverses_id, debit: to, credit: from, amount_micros: amount_micros + 1_000n },
            ...{ posting: posted.posting, cause_kind: posted.kind, cause_id: newId() },
          },
    ),
  )
  const ids = [...new Set(legs.flatMap(({ from, to }) => [accountId(from), accountId(to)]))]
  const at = (id: string) => ids.indexOf(id) + 1
  const reversed = legs.map(({ reverses_id }) => reverses_id)
  const list = (values: readonly unknown[]) => `'{${values.map((value) => value ?? 'null').join(',')}}'`
  const reverses = reversed.some((id) => id !== null) ? list(reversed) : 'null'
  return await judge(
    clients[role],
    `begin;
     set local adtally.scope = 'system';
     select from ledger.lock_accounts(${list(ids)}, '{}', '{}', '{}', '{}', '{}', '{}', ${reverses}, '{}', '{}');
     select ledger.write_transfers(
       ${list(ids)}, ${list(legs.map(({ id }) => id))}, ${list(legs.map(({ from }) => at(accountId(from))))},
       ${list(legs.map(({ to }) => at(accountId(to))))}, ${list(legs.map(({ amount_micros }) => amount_micros))},
       ${reverses}, ${list(legs.map(() => posted.posting))}, ${list(legs.map(() => posted.kind))},
       ${list(legs.map(() => posted.cause_id))}, null, null, null, null);
     ${end}`,
  )
}

async function judge(client: Client, statements: string): Promise<string> {
  try {
    await client.query(statements)
    return 'ok'
  } catch (error) {
    await client.query('rollback')
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

function named(cast: Cast, account: Named['account']): Named {
  return { account, customer_id: cast.customer_id }
}

/** Plants the cause and its earlier entries, but no row of the table `without`. */
async function planted({ posting, kind, recipe }: Case, without?: string): Promise<Posted> {
  const cast = newCast()
  const { cause_id, rows, before = {}, legs } = recipe(cast)
  await planter.rows(rows.filter(({ table }) => table !== without))
  const earlier = Object.entries(before).flatMap(([name, moved]) =>
    moved.map((leg) => ({
      ...{ id: newId(), debit: accountOf(cast, leg.debit), credit: accountOf(cast, leg.credit) },
      ...{ amount_micros: leg.amount_micros, posting: name, cause_kind: kind, cause_id },
    })),
  )
  await planter.room(earlier.flatMap(({ debit, credit }) => [named(cast, debit), named(cast, credit)]))
  await planter.entries(earlier)
  return { posting, kind, cause_id, cast, legs }
}

/** Whether this cast changes any account of the posting. */
function touches(posted: Posted, cast: Cast): boolean {
  const ids = (of: Cast) =>
    posted.legs.flatMap(({ debit, credit }) =>
      [debit, credit].map((place) => accountId(accountOf(of, place))),
    )
  return ids(cast).join() !== ids(posted.cast).join()
}

/** One variant per leg and direction, a micro-unit more or less, with the expected answer. */
function otherAmounts(posted: Posted): [string, Posted, string][] {
  return posted.legs.flatMap((leg, index) => {
    const by = (change: bigint): Posted => ({
      ...posted,
      legs: posted.legs.with(index, { ...leg, amount_micros: leg.amount_micros + change }),
    })
    const name = `${leg.debit} to ${leg.credit}`
    return [
      [`one more from ${name}`, by(1n), 'LG002'],
      [`one less from ${name}`, by(-1n), leg.at_most ? 'ok' : 'LG002'],
    ]
  })
}

function variants(posted: Posted): [string, Posted, string][] {
  return [
    ['the cause is not there', { ...posted, cause_id: newId() }, 'LG002'],
    ...Object.entries(others(posted.cast))
      .filter(([, cast]) => touches(posted, cast))
      .map(([name, cast]): [string, Posted, string] => [name, { ...posted, cast }, 'LG002']),
    ...otherAmounts(posted),
  ]
}

const TITLE = '$posting by $kind ($nth)'

describe('a posting follows from its cause, by those whose work it is', () => {
  test.each(CASES)(
    `${TITLE}: the rightful whole alone, to its amount and whose it is [proof 160]`,
    async (one) => {
      const posted = await planted(one)
      const asked = variants(posted)
      for (const role of one.roles) {
        const said: Record<string, string> = { rightful: await post(role, posted) }
        for (const [name, other, outcome] of asked)
          said[name] = await post(role, other, outcome === 'ok' ? REHEARSED : FOR_GOOD)
        const expected = Object.fromEntries(asked.map(([name, , outcome]) => [name, outcome]))
        expect(said, role).toEqual({ rightful: 'ok', ...expected })
      }
    },
  )

  test.each(CASES)(`${TITLE}: no other role, though its cause is there [proof 161]`, async (one) => {
    const posted = await planted(one)
    for (const role of PROCESS_ROLES) {
      const outcome = await post(role, posted)
      if (one.roles.includes(role)) expect(outcome, role).toBe('ok')
      else expect(outcome, role).toMatch(/^(LG003|42501)$/)
    }
  })

  test.each(CORRECTIONS)(
    `${TITLE}: nothing where a row that it stands on is missing [proof 196]`,
    async (one) => {
      const tables = new Set(one.recipe(newCast()).rows.map(({ table }) => table))
      const evidence = EVIDENCE.filter((table) => tables.has(table))
      expect(evidence).not.toEqual([])
      for (const table of evidence)
        expect([table, await post('worker', await planted(one, table))]).toEqual([table, 'LG002'])
    },
  )

  test('every pair of the chart is met: there is none that nothing causes [proof 162]', () => {
    const pairs = NAMES.flatMap((posting) => POSTINGS[posting].map((pair) => `${posting}: ${pair.join('>')}`))
    const met = CASES.flatMap(({ posting, recipe }) =>
      recipe(newCast()).legs.map(({ debit, credit, is_reversal }) => {
        const pair = is_reversal ? [credit, debit] : [debit, credit]
        return `${posting}: ${pair.map((place) => (place === 'leader_available' ? 'customer_available' : place)).join('>')}`
      }),
    )
    expect(pairs.filter((pair) => !met.includes(pair))).toEqual([])
  })
})

describe('control: what refuses is the question for the cause', () => {
  const undo = async (statements: readonly string[]) => {
    for (const statement of statements) await db.asOwner(statement)
  }

  test('without it, a cause that is not there is taken, whatever is posted', async () => {
    const undoing = await anyCause(db.asOwner)
    try {
      for (const one of CASES) {
        const posted = { ...(await planted(one)), cause_id: newId() }
        for (const role of one.roles)
          expect([one.posting, one.kind, await post(role, posted)]).toEqual([one.posting, one.kind, 'ok'])
      }
    } finally {
      await undo(undoing)
    }
  })

  test('where rows allow a micro-unit more or less, another amount is taken', async () => {
    const undoing = await plant(db.asOwner, [
      {
        routine: 'ledger.allowed',
        from: 'subject_id, amount_micros, amount_micros',
        to: 'subject_id, amount_micros - 1, amount_micros + 1',
      },
    ])
    try {
      const [one] = CASES.filter(({ posting }) => posting === 'withdrawal_asked')
      if (!one) throw new Error('withdrawals are in no case')
      const posted = await planted(one)
      for (const [name, other] of otherAmounts(posted))
        expect([name, await post('api', other)]).toEqual([name, 'ok'])
    } finally {
      await undo(undoing)
    }
  })
})
