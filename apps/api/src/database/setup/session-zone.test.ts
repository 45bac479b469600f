import { afterAll, expect, test } from 'vitest'
import { inJumpingZone } from '../../testing/jumping-zone.ts'
import { plant } from '../../testing/plant.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { newId } from '../identifiers.ts'

const t = await testServices()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { customer_id } = await market.customerWith('50.00')
const ids = { customer: customer_id, session: newId(), hold: newId() }
const elsewhere = () => inJumpingZone(t.services.clock.now_ms(), 'back')

const asWorker = (statements: string) => saidByLogin(t.db.logins.worker, statements, ids)
const asApi = (statements: string) => saidByLogin(t.db.logins.api, statements, ids)

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
  const held = t.db.asOwner(
    `begin; set local adtally.scope = 'system'; ${elsewhere()} ${heldFor(300)}; rollback`,
  )
  await expect(held).rejects.toThrow(/holds_ten_days/)
})

test('control: what is in time is in time there, too; days instead of hours would let it pass', async () => {
  expect(await asWorker(`${elsewhere()} ${provedAfter(24)}`)).toBe('done')
  expect(await asApi(`${elsewhere()} ${signedInFor(720)}`)).toBe('done')
  await t.db.asOwner(`begin; set local adtally.scope = 'system'; ${elsewhere()} ${heldFor(240)}; rollback`)
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
