import { afterAll, expect, test } from 'vitest'
import { expectRefusedByGuard } from '../../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'

const t = await testServices()
afterAll(() => t.close())
const { customer_id } = await buildCustomer(t.services)

/** Makes a session that began `begun` ago and ends `lasting` from its beginning. */
const begin = (begun: string, lasting: string) =>
  saidByLogin(
    t.db.logins.api,
    `insert into identity.sessions (session_id, customer_id, token_hash, access, device, created_at, last_used_at, expires_at)
     select uuidv7(), '${customer_id}', sha256('thief'), 'full', 'x', at, at, at + interval '${lasting}'
     from (select platform.now() - interval '${begun}' as at) begun`,
  )

test('no session is made that began another day, or for more than thirty days; without the guard it is [proof 777]', async () => {
  const guard = ['identity.sessions', 'begins_now'] as const
  const refused = /begins now and lasts thirty days/
  await expectRefusedByGuard(t.db.asOwner, guard, () => begin('0 hours', '72 years'), refused)
  await expectRefusedByGuard(t.db.asOwner, guard, () => begin('-720 hours', '720 hours'), refused)
  expect(await begin('0 hours', '720 hours')).toBe('done')
})
