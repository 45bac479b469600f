import { afterAll, describe, expect, test } from 'vitest'
import { plant } from '../../testing/plant.ts'
import { testDatabase } from '../../testing/servers/test-database.ts'
import { connect } from '../connection.ts'
import { newId } from '../identifiers.ts'
import { messageOf } from '../start-error.ts'

const db = await testDatabase()
afterAll(() => db.close())

/** Functions that lock and judge by what they read then, or triggers that add up, without asking for READ COMMITTED. */
async function unasked(): Promise<string[]> {
  const rows = await db.asOwner<{ name: string }>(
    `select nspname || '.' || proname as name
     from pg_proc join pg_namespace on pg_namespace.oid = pronamespace,
       regexp_replace(pg_get_functiondef(pg_proc.oid), '--[^\\n]*', '', 'g') as source
     where prokind = 'f' and nspname !~ '^(pg_|information_schema$|public$|testing$)'
       and (source ~* '\\mfor (no key )?update\\M|\\mfor (key )?share\\M|advisory_xact_lock'
         or prorettype = 'trigger'::regtype and source ~* '\\msum\\(')
       and source !~ 'platform\\.ask_read_committed\\(\\)'
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

describe('a lock keeps what is read after it', () => {
  test('for every function that takes one, as each asks for READ COMMITTED [proof 780]', async () => {
    expect(await unasked()).toEqual([])
  })

  /** What a lease is answered in a transaction of delivery's login. */
  async function leasedAt(isolation: string): Promise<string> {
    const client = await connect(db.logins.delivery)
    try {
      await client.query(`begin isolation level ${isolation}; set local adtally.scope = 'system'`)
      const lease = client.query('select delivery.grant_lease($1, 1, 500, 1, 1000, 1000)', [newId()])
      return await lease.then(() => 'ok', messageOf)
    } finally {
      await client.end()
    }
  }

  test.each([
    ['read committed', 'ok'],
    ['repeatable read', 'this is done at READ COMMITTED, and not at REPEATABLE READ'],
    ['serializable', 'this is done at READ COMMITTED, and not at SERIALIZABLE'],
  ])('a lease at %s: %s [proof 781]', async (isolation, answer) => {
    expect(await leasedAt(isolation)).toBe(answer)
  })

  test('control: one that does not ask is named, and does it at any', async () => {
    const undoing = await plant(db.asOwner, [
      { routine: 'delivery.grant_lease', from: 'perform platform.ask_read_committed();', to: '' },
    ])
    expect(await unasked()).toEqual(['delivery.grant_lease'])
    expect(await leasedAt('repeatable read')).toBe('ok')
    for (const undo of undoing) await db.asOwner(undo)
  })
})
