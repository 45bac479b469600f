import { randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { basicConfig } from '@adtally/contract/identity/identity.ts'
import { transactionFlowCause } from '@adtally/contract/money/statements.ts'
import { transactionFlowDetail, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { SANDBOX_TRANSFER_MAX, sandboxTransfer } from '@adtally/contract/sandbox.ts'
import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { BankWorld } from '../testing/bank-world.ts'

const world = await BankWorld.open()
const program = await testProgram({ settings: world.services.settings })
afterAll(async () => {
  await program.close()
  await world.close()
})

test('a simulated transfer is a payment at the bank, once, and is credited by its fetched statement, as its entry’s cause says [proof 446]', async () => {
  const customer = await buildCustomer(program.services)
  const { token } = customer
  const request_id = randomUUID()
  const asked = { request_id, amount: '25.00' }
  expect((await program.call(sandboxTransfer, asked, { token })).data.amount).toBe('25.00')
  expect((await program.call(sandboxTransfer, asked, { token })).code).toBe(200)
  await program.drain()
  const { data: listed } = await program.call(transactionFlowList, {}, { token })
  expect(listed.items).toMatchObject([{ type: 'system_deposit' }])
  const flow_id = listed.items[0]?.id ?? ''
  const { data: line } = await program.call(transactionFlowDetail, { id: flow_id }, { token })
  const transfer_id = line.entries.items[0]?.transfer_id ?? ''
  const { data: cause } = await program.call(transactionFlowCause, { transfer_id }, { token })
  expect(cause.facts).toContainEqual({ name: 'fetched_at', kind: 'time', value: expect.any(String) })
  expect(cause.facts).toContainEqual({ name: 'amount', kind: 'amount', value: '25.00' })
})

test('a simulated transfer has a most, and the same request with another amount makes nothing and says so [proof 493]', async () => {
  const { token } = await buildCustomer(program.services)
  const asked = { request_id: randomUUID(), amount: '25.00' }
  const ask = (changed: Partial<typeof asked>) =>
    program.call(sandboxTransfer, { ...asked, ...changed }, { token })
  const above = await ask({ amount: '100000.01' })
  expect([above.code, above.data]).toMatchObject([400, { reason: 'field_invalid', field: 'amount' }])
  expect((await ask({ amount: SANDBOX_TRANSFER_MAX, request_id: randomUUID() })).code).toBe(200)
  const replies = await Promise.all(['25.00', '25.00', '26.00'].map((amount) => ask({ amount })))
  const again = [...replies, await ask({ amount: '26.00' }), await ask({ amount: '25.00' })]
  // Whichever came first is the payment.
  const refused = again.filter(({ data }) => data.reason === 'request_id_reused')
  expect(again.filter(({ code }) => code === 200).length + refused.length).toBe(again.length)
  const taken = new Set(again.flatMap(({ code, data }) => (code === 200 ? data.amount : [])))
  expect(taken.size).toBe(1)
  expect(refused.length).toBeGreaterThan(0)
})

test('the sandbox’s bank answers by its own names alone, and in no frame [proof 494]', async () => {
  const url = new URL(world.services.settings.bank?.url ?? '')
  const asked = (host: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: url.hostname, port: url.port, path: '/', headers: { host } }, resolve).on('error', reject)
    })
  const [own, other] = [await asked(url.host), await asked(`evil.example:${url.port}`)]
  for (const reply of [own, other]) reply.resume()
  expect([own.statusCode, other.statusCode]).toEqual([200, 403])
  expect(own.headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('without a sandbox bank there is no such call, and the app is told of none [proof 447]', async () => {
  const without = await testProgram()
  try {
    const { token } = await buildCustomer(without.services)
    const reply = await without.call(
      sandboxTransfer,
      { request_id: randomUUID(), amount: '25.00' },
      { token },
    )
    expect([reply.status, reply.data.reason]).toEqual([404, 'call_unknown'])
    expect((await without.call(basicConfig, {})).data.sandbox_bank_url).toBeNull()
  } finally {
    await without.close()
  }
  expect((await program.call(basicConfig, {})).data.sandbox_bank_url).toBe(world.services.settings.bank?.url)
})
