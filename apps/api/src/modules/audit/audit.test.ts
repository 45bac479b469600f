import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { refusalOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import type { Colleague } from '../module.ts'
import { auditVerifyVerb } from './audit-verify.verb.ts'
import { type AuditEntry, append, auditModule, type ChainHead, customerFeed, verifyChain } from './index.ts'

const harness = await testServices({ modules: [auditModule] })
afterAll(() => harness.close())
const staff = await buildStaff(harness.services)

const system = { kind: 'system' } as const

function entry(action: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    actor: { kind: 'staff', staff: staff.maker },
    action,
    subject: { kind: 'thing', id: '1' },
    ...more,
  }
}

const add = (...entries: AuditEntry[]) =>
  harness.db.database.transaction(system, async (tx) => {
    for (const one of entries) await append(tx, one)
  })
/** Appends as the two-person functions do, under any names. */
const addApproved = (
  maker: Colleague | null,
  action: string,
  checker: Colleague,
  customer_id: string | null = null,
) =>
  harness.db.asOwner("select audit.append($1, $2, $3, $4, $5, 'thing', '1', $6, null, $7, $8, $9, '{}')", [
    maker ? 'staff' : 'program',
    maker?.staff_id,
    maker?.username ?? 'program',
    maker?.roles.join(', '),
    action,
    customer_id,
    checker.staff_id,
    checker.username,
    checker.roles.join(', '),
  ])
const verify = (known?: ChainHead) => harness.db.database.transaction(system, (tx) => verifyChain(tx, known))
/** The last sequence before these tests: the staff were created and signed in. */
const begun = (await verify()).head.sequence

describe('the chain', () => {
  test('keeps what committed, and only that, as one whole chain', async () => {
    await add(entry('kept.first', { details: { amount_micros: 12n, text: 'ü:,\n"' }, reason: 'because' }))
    await expect(
      harness.db.database.transaction(system, async (tx) => {
        await append(tx, entry('never'))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await add(entry('kept.second'), entry('kept.third'))
    const report = await verify()
    expect(report).toMatchObject({ faults: [], entries: begun + 3n, head: { sequence: begun + 3n } })
    const rows = await harness.db.asOwner(
      'select action, details from audit.entries where sequence > $1 order by sequence',
      [begun],
    )
    expect(rows.map(({ action }) => action)).toEqual(['kept.first', 'kept.second', 'kept.third'])
    expect(rows[0]?.details).toEqual({ amount_micros: '12', text: 'ü:,\n"' })
  })

  test('a head that was written down is compared where its sequence and hash are both said [proof 1172]', async () => {
    const asked = (known: object) => auditVerifyVerb.run(harness.services, staff.checker, known)
    const { head } = Object(await asked({}))
    const known_sequence = String(head.sequence)
    await add(entry('written.later'))
    expect(await asked({ known_sequence, known_hash: head.hash })).toMatchObject({ whole: true, faults: [] })
    const other = { known_sequence, known_hash: '5e'.repeat(32) }
    const differs = { sequence: known_sequence, fault: 'known_head_differs' }
    expect(await asked(other), 'control').toMatchObject({ whole: false, faults: [differs] })
    const half = refusalOf(asked({ known_sequence }))
    expect(await half).toMatchObject({ reason: 'field_required', details: { field: 'known_hash' } })
  })

  test('stays whole under a hundred appends at once', async () => {
    const before = await verify()
    await Promise.all(Array.from({ length: 100 }, (_, index) => add(entry(`at.once.${index}`))))
    const after = await verify()
    expect(after.faults).toEqual([])
    expect(after.entries).toBe(before.entries + 100n)
  })

  test('refuses the same person as actor and approver', async () => {
    await expect(addApproved(staff.maker, 'alone', staff.maker)).rejects.toThrow(/check constraint/)
  })
})

/** One transaction appends and then takes a lock, the other does the reverse; both wait half-way for each other. */
async function crossing(prepare: string): Promise<PromiseSettledResult<void>[]> {
  const half_way = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const lock = sql`select pg_advisory_xact_lock(7)`
  return await Promise.allSettled([
    harness.db.database.transaction(system, async (tx) => {
      await sql.raw(prepare).execute(tx)
      await append(tx, entry('crossing'))
      half_way[0].resolve()
      await half_way[1].promise
      await lock.execute(tx)
    }),
    harness.db.database.transaction(system, async (tx) => {
      await sql.raw(prepare).execute(tx)
      await lock.execute(tx)
      half_way[1].resolve()
      await half_way[0].promise
      await append(tx, entry('crossing'))
    }),
  ])
}

test('appending never deadlocks with other locks, because the chain is locked last', async () => {
  const results = await crossing('select 1')
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

test('control: chained at once instead of at commit, the same two transactions deadlock', async () => {
  const results = await crossing('set constraints audit.seal immediate')
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

describe('tampering', () => {
  /** Runs statements as the owner with guards off, checks in the same transaction, and rolls it back. */
  async function tampered(...statements: string[]): Promise<string[]> {
    const copies = [
      'create table audit.kept as table audit.entries',
      'create table audit.kept_head as table audit.head',
    ]
    const guard = (state: string) =>
      harness.db.asOwner(`alter table audit.entries ${state} trigger refuse_change`)
    for (const statement of copies) await harness.db.asOwner(statement)
    await guard('disable')
    try {
      for (const statement of statements) await harness.db.asOwner(statement)
      return (await verify()).faults.map(({ fault }) => fault)
    } finally {
      for (const statement of [
        'delete from audit.entries',
        'insert into audit.entries table audit.kept',
        'update audit.head set (sequence, hash) = (select sequence, hash from audit.kept_head)',
        'drop table audit.kept, audit.kept_head',
      ]) {
        await harness.db.asOwner(statement)
      }
      await guard('enable always')
    }
  }

  test.each([
    [
      'a changed detail',
      `update audit.entries set details = '{"amount_micros": "13"}' where sequence = 1`,
      'changed',
    ],
    ['a changed name', `update audit.entries set actor_name = 'eve' where sequence = 2`, 'changed'],
    [
      'a changed time',
      `update audit.entries set occurred_at = occurred_at + interval '1 microsecond' where sequence = 2`,
      'changed',
    ],
    ['a removed row', 'delete from audit.entries where sequence = 2', 'missing'],
    ['a removed first row', 'delete from audit.entries where sequence = 1', 'missing'],
    [
      'a removed last row',
      'delete from audit.entries where sequence = (select max(sequence) from audit.entries)',
      'head_differs',
    ],
    [
      'a row past the end',
      'insert into audit.entries (select 9999, occurred_at, actor_kind, actor_id, actor_name, actor_role, action, subject_kind, subject_id, customer_id, reason, approver_id, approver_name, approver_role, details, hash, sha256(hash) from audit.entries where sequence = 1)',
      'missing',
    ],
  ])('%s is found', async (_name, statement, fault) => {
    expect(await tampered(statement)).toContain(fault)
  })

  test('two rows in another order are found', async () => {
    const faults = await tampered(
      'update audit.entries set sequence = 8888 where sequence = 1',
      'update audit.entries set sequence = 1 where sequence = 2',
      'update audit.entries set sequence = 2 where sequence = 8888',
    )
    expect(faults).toContain('changed')
    expect(faults).toContain('unlinked')
  })

  test('an end cut off together with its head is found by a head written down before', async () => {
    const { head } = await verify()
    const cut = [
      `delete from audit.entries where sequence > ${head.sequence - 2n}`,
      'update audit.head set (sequence, hash) = (select sequence, hash from audit.entries order by sequence desc limit 1)',
    ]
    expect(await tampered(...cut)).toEqual([])
    expect((await verify(head)).faults).toEqual([])
    const wrong = { ...head, hash: head.hash.replaceAll(/./g, '0') }
    expect((await verify(wrong)).faults).toEqual([
      { sequence: head.sequence.toString(), fault: 'known_head_differs' },
    ])
  })

  test('and nothing is left of it', async () => {
    expect((await verify()).faults).toEqual([])
  })
})

describe('SQL by hand', () => {
  const VALUES = `'staff', null, 'x', 'x', 'x', 'x', 'x'`
  test.each([
    `update audit.entries set action = 'x'`,
    'delete from audit.entries',
    'truncate audit.entries',
    'insert into audit.entries table audit.entries',
    `insert into audit.pending (actor_kind, actor_id, actor_name, actor_role, action, subject_kind, subject_id) values (${VALUES})`,
    'update audit.head set sequence = 0',
    'alter table audit.entries disable trigger all',
    'select audit.seal()',
    `select audit.append('program', null, 'program', null, 'x', 'x', 'x', null, null, null, null, null, '{}')`,
    `select audit.entry_hash(null)`,
  ])('the program may not: %s', async (statement) => {
    await expect(harness.db.asProgram(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  test('a customer’s transaction appends in no other customer’s name', async () => {
    const [own, other] = [newId(), newId()]
    const addAs = (customer_id: string) =>
      harness.db.database.transaction({ kind: 'customer', customer_id: own }, (tx) =>
        append(tx, entry('session.opened', { actor: { kind: 'customer', customer_id } })),
      )
    await expect(addAs(other)).rejects.toThrow('does not act for customer')
    await addAs(own)
  })

  test.each([`update audit.entries set action = 'x'`, 'delete from audit.entries', 'truncate audit.entries'])(
    'nor may the owner, unless the guard is taken off first: %s',
    async (statement) => {
      await expect(harness.db.asOwner(statement)).rejects.toThrow('not allowed')
    },
  )
})

describe("a customer's feed", () => {
  const customer_id = newId()
  const read = (reader: string, cursor?: string, limit = 2) =>
    harness.db.database.transaction({ kind: 'customer', customer_id: reader }, (tx) =>
      customerFeed(tx, customer_id, cursor, limit),
    )
  beforeAll(async () => {
    await add(
      entry('hold.placed', { customer_id, reason: 'disputed deposit' }),
      entry('transaction_password.changed', { customer_id, actor: { kind: 'customer', customer_id } }),
    )
    await addApproved(staff.maker, 'withdrawal.send', staff.checker, customer_id)
    await addApproved(null, 'deposit.booked', staff.checker, customer_id)
    await add(entry('elsewhere', { customer_id: newId() }))
  })

  test('shows what staff did, why and who approved, newest first, page by page', async () => {
    const first = await read(customer_id)
    expect(first.items).toMatchObject([
      {
        action: 'deposit.booked',
        actor_kind: 'program',
        approver_role: staff.checker.roles.join(', '),
      },
      {
        action: 'withdrawal.send',
        actor_role: staff.maker.roles.join(', '),
        approver_role: staff.checker.roles.join(', '),
      },
    ])
    const second = await read(customer_id, first.next_cursor ?? '')
    expect(second.items).toMatchObject([
      { action: 'hold.placed', reason: 'disputed deposit', approver_role: null },
    ])
    expect(second.next_cursor).toBeNull()
  })

  test('shows nobody else anything', async () => {
    expect((await read(newId())).items).toEqual([])
    const seen = await harness.db.asProgram('select from audit.entries')
    expect(seen).toEqual([])
  })

  test.each(['', '0', '-1', '1e3', '1.5', '9999999999999999999', 'x', '١', "1' or true"])(
    'refuses %j, which is no cursor',
    async (cursor) => {
      await expect(read(customer_id, cursor)).rejects.toMatchObject({ reason: 'cursor_invalid' })
    },
  )
})
