import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { inJumpingZone } from '../../testing/jumping-zone.ts'
import { plant } from '../../testing/plant.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { newId } from '../identifiers.ts'
import { PostgresDatabase } from '../postgres-database.ts'

const t = await testServices()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { customer_id } = await market.customerWith('50.00')
const ids = { customer: customer_id, session: newId(), hold: newId() }
const elsewhere = () => inJumpingZone(t.services.clock.now_ms(), 'back')

const asWorker = (statements: string) => saidByLogin(t.db.logins.worker, statements, ids)
const asOwner = (statements: string) => saidByLogin(t.db.logins.owner, statements, ids)
const asApi = (statements: string) => saidByLogin(t.db.logins.api, statements, ids)

const SETTINGS = `select current_setting('timezone') as timezone, current_setting('datestyle') as datestyle,
  current_setting('intervalstyle') as intervalstyle,
  current_setting('default_transaction_isolation') as isolation,
  current_setting('default_transaction_read_only') as read_only,
  current_setting('default_transaction_deferrable') as deferrable, current_setting('synchronous_commit') as waits`

const provedAfter = (hours: number) =>
  `select platform.schedule_job('reconciliation.nightly', 'nightly', platform.now() + interval '${hours} hours')`
const signedInFor = (hours: number) => `
  insert into identity.sessions
    (session_id, customer_id, token_hash, access, device, created_at, last_used_at, expires_at)
  values ('<session>', '<customer>', sha256('x'), 'full', '', platform.now(), platform.now(),
    platform.now() + interval '1 hour');
  update identity.sessions set expires_at = created_at + interval '${hours} hours' where session_id = '<session>'`
const heldFor = (hours: number) => `
  insert into wallet.holds (hold_id, customer_id, reason, source, amount_micros, fact_hash, evidence, proposal_id,
    created_at, deadline)
  select hold_id, customer_id, 'account_theft', 'available', 1, '\\x00', 'seen', uuidv7(), now, now + interval '${hours} hours'
  from (values ('${ids.hold}'::uuid, '${customer_id}'::uuid, platform.now())) as held (hold_id, customer_id, now)`

test('in a zone that jumps a day lasts eleven: nothing that a login may set goes by it [proof 790]', async () => {
  expect(
    await asWorker(
      `${elsewhere()} select 1 / (now() + interval '1 day' > now() + interval '200 hours')::int`,
    ),
  ).toBe('done')
  expect(await asWorker(`${elsewhere()} ${provedAfter(72)}`)).toMatch(/can't be put off or called off/)
  expect(await asApi(`${elsewhere()} ${signedInFor(800)}`)).toMatch(/would last too long/)
  expect(await asOwner(`${elsewhere()} ${heldFor(300)}`)).toMatch(/holds_ten_days/)
})

test('control: what is in time is in time there, too; days instead of hours would let it pass', async () => {
  expect(await asWorker(`${elsewhere()} ${provedAfter(24)}`)).toBe('done')
  expect(await asApi(`${elsewhere()} ${signedInFor(720)}`)).toBe('done')
  expect(await asOwner(`${elsewhere()} ${heldFor(239)}`)).toBe('done')
  const undoing = await plant(t.db.asOwner, [
    { routine: 'platform.guard_jobs', from: "interval '24 hours 1 minute'", to: "interval '1 day 1 minute'" },
    {
      routine: 'identity.guard_session',
      from: "interval '720 hours 1 minute'",
      to: "interval '30 days 1 minute'",
    },
  ])
  expect(await asWorker(`${elsewhere()} ${provedAfter(72)}`)).toBe('done')
  expect(await asApi(`${elsewhere()} ${signedInFor(800)}`)).toBe('done')
  for (const undo of undoing) await t.db.asOwner(undo)
})

test('what a login leaves set for itself is not the program’s [proof 794]', async () => {
  const { api } = t.db.logins
  // In this database alone: the login is that of all test files.
  const here = `${api.user} in database ${api.database}`
  const left = {
    timezone: 'Asia/Tokyo',
    default_transaction_isolation: 'serializable',
    default_transaction_read_only: 'on',
    default_transaction_deferrable: 'on',
    datestyle: 'SQL, DMY',
    intervalstyle: 'sql_standard',
    synchronous_commit: 'off',
  }
  const thief = new Client({ ...api })
  await thief.connect()
  const program = new PostgresDatabase(api)
  try {
    for (const [name, value] of Object.entries(left)) {
      await thief.query(`alter role ${here} set ${name} = '${value}'`)
    }
    const read = { name: 'settings', text: SETTINGS }
    expect(await program.query(read, [])).toEqual([
      {
        timezone: 'UTC',
        isolation: 'read committed',
        read_only: 'off',
        deferrable: 'off',
        datestyle: 'ISO, MDY',
        intervalstyle: 'postgres',
        waits: 'on',
      },
    ])
    // Control: it stays, for who does not say otherwise.
    const another = new Client({ ...api })
    await another.connect()
    const { rows } = await another.query(SETTINGS)
    await another.end()
    expect(rows).toMatchObject([
      { timezone: 'Asia/Tokyo', isolation: 'serializable', read_only: 'on', waits: 'off' },
    ])
  } finally {
    await thief.query(`begin read write; alter role ${here} reset all; commit`)
    await thief.end()
    await program.close()
  }
})
