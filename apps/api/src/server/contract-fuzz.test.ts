import { customerCall } from '@adtally/contract/call.ts'
import { CALLS } from '@adtally/contract/calls.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { verifyLedger } from '../modules/ledger/index.ts'
import type { Module } from '../modules/module.ts'
import { customerRoute } from '../modules/route.ts'
import { fuzz } from '../testing/contract-fuzz.ts'
import { testProgram } from '../testing/servers/test-program.ts'
import { testSettings, WITH_EVERY_CALL } from '../testing/servers/test-services.ts'
import { buildMarket } from '../testing/worlds/build-market.ts'
import { busyCustomer } from '../testing/worlds/busy-customer.ts'
import { MODULES } from './modules.ts'

// A tenth of the gate in e2e/prove/faults/fuzz.gate.ts.
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 5_000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)

/** The planted fault: for some inputs it answers off its schema. */
const faulty = customerCall('POST /test/faulty', {
  name: 'faulty',
  summary: 'Answers off its schema',
  request: z.strictObject({ count: z.int() }),
  response: z.object({ count: z.int().check(z.gte(0)) }),
  refusals: [],
})
const faultyModule: Module = { name: 'faulty', routes: [customerRoute(faulty, ({ count }) => ({ count }))] }

const program = await testProgram({
  modules: [...MODULES, faultyModule],
  settings: testSettings(WITH_EVERY_CALL),
})
afterAll(() => program.close())
const market = await buildMarket(program.services, program.modules)
const customers = [
  await busyCustomer(program, market, '204816'),
  await busyCustomer(program, market, '731905'),
  await busyCustomer(program, market, '550912'),
]

test(`${REQUESTS} requests made from the contract: no fault, no reply off schema`, {
  timeout: 900_000,
}, async () => {
  const report = await fuzz(program, customers, { count: REQUESTS, seed: SEED })
  expect(report.faults.slice(0, 20)).toEqual([])
  expect(report.requests).toBeGreaterThanOrEqual(REQUESTS)
  expect(report.calls).toBe(CALLS.length)
  // SECURITY: a run counts when at least 30 % of its requests pass validation.
  expect(report.passed_validation / report.requests).toBeGreaterThan(0.3)
  await program.drain()
  const books = await program.system(verifyLedger)
  expect(books.differences).toEqual([])
})

test('control: a call that answers off its schema is caught', async () => {
  const { faults } = await fuzz(program, customers, { count: 200, seed: SEED, calls: [faulty] })
  expect(faults.length).toBeGreaterThan(10)
})
