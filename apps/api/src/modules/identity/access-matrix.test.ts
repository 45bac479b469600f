import type { Call } from '@adtally/contract/call.ts'
import { login } from '@adtally/contract/identity/identity.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { MODULES } from '../../server/modules.ts'
import { envelopeOf, testProgram } from '../../testing/servers/test-program.ts'
import { testSettings, WITH_EVERY_CALL } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'

const calls = MODULES.flatMap(({ routes }) => routes ?? []).map(({ call }) => call)
const ofCustomers = calls.filter(({ auth }) => auth === 'customer')
const restricted = calls.filter(({ auth }) => auth === 'restricted')

let restricted_token = ''
const program = await testProgram({ settings: testSettings(WITH_EVERY_CALL) })
afterAll(() => program.close())
const disabled = await buildCustomer(program.services)
await program.db.asOwner("update identity.customers set status = 'disabled' where customer_id = $1", [
  disabled.customer_id,
])
restricted_token = await newRestrictedToken()

async function newRestrictedToken(): Promise<string> {
  const { username, password } = disabled
  return Object((await program.call(login, { username, password })).data).restricted_token
}

/** The reason a call without input is refused; undefined where it succeeds. */
async function reasonOf(call: Call, token?: string): Promise<string | undefined> {
  const { method, path } = call
  const reply = await program.server.inject({
    method,
    url: `${program.services.settings.base_path}${path}`,
    headers: token === undefined ? {} : { 'x-ct': token },
    ...(method === 'POST' && { payload: {} }),
  })
  return envelopeOf(call, reply).data.reason
}

test('there are calls of every kind', () => {
  expect(ofCustomers.length).toBeGreaterThan(3)
  expect(restricted.length).toBeGreaterThan(5)
})

describe('the token of a disabled account', () => {
  test.each(ofCustomers)('is refused by $path with the reason', async (call) => {
    expect(await reasonOf(call, restricted_token)).toBe('account_disabled')
  })

  // Calls that end every token come last.
  test.each(restricted.toSorted(({ path }) => (path.endsWith('/logout/all') ? 1 : -1)))(
    'is good for $path',
    async (call) => {
      const token = call.path.includes('/logout') ? await newRestrictedToken() : restricted_token
      expect(['not_signed_in', 'token_expired', 'account_disabled', 'server_error']).not.toContain(
        await reasonOf(call, token),
      )
    },
  )
})

describe('nobody', () => {
  test.each([...ofCustomers, ...restricted])('is refused by $path', async (call) => {
    expect(await reasonOf(call)).toBe('not_signed_in')
  })
})

test('no wallet reading and no withdrawal of a disabled account’s own money is left out (PRODUCT §7)', () => {
  const kept = ['/user/property', '/transaction_flow/list', '/user/withdraw', '/check/password', '/user/info']
  expect(restricted.map(({ path }) => path)).toEqual(expect.arrayContaining(kept))
})
