import type { StaffRole } from '@adtally/contract/enums.ts'
import { staffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { verifyLedger } from '../../modules/ledger/index.ts'
import { type Module, staffVerb } from '../../modules/module.ts'
import { authenticateStaff, ownSession, verbsOf } from '../../modules/operators/index.ts'
import { askOffice, oneOfEachRole, signInOver } from '../../testing/office/office-client.ts'
import { fuzzOffice, type TokenFor } from '../../testing/office/office-fuzz.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { STAFF_PASSWORD } from '../../testing/worlds/build-staff.ts'
import { busyCustomer } from '../../testing/worlds/busy-customer.ts'
import { MODULES } from '../modules.ts'

// A tenth of what the gate sends (e2e/prove/faults/fuzz.gate.ts).
const REQUESTS = Number(process.env.OFFICE_FUZZ_REQUESTS ?? 2_000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)

/** The planted faults: for some inputs it answers off its statement, for others it refuses what that does not name. */
const faulty = staffCall({
  name: 'faulty',
  kind: 'act',
  area: 'staff',
  roles: ['support'],
  summary: 'Answers off its statement',
  request: z.strictObject({ count: z.int() }),
  response: z.object({ count: z.int().check(z.gte(0)) }),
  refusals: [],
})
const faultyModule: Module = {
  name: 'faulty',
  verbs: [staffVerb(faulty, async (_services, _staff, input) => input)],
}

const program = await testProgram({ modules: [...MODULES, faultyModule] })
afterAll(() => program.close())
const SERVED = verbsOf(program.modules)
const market = await buildMarket(program.services, program.modules)
const customer = await busyCustomer(program, market, '204816')
const known = new Map([
  ...customer.known,
  ['customer', [customer.username, customer.customer_id]],
  ['advertiser_id', [market.advertiser_id]],
  ['publisher_id', [market.publisher_id]],
  ['placement', [market.placement_key]],
])
const names = await oneOfEachRole(program.services)
const tokens = new Map<StaffRole, string>()

/** Signed in past the door, where wrong guesses among the requests may have locked the name. */
const tokenFor: TokenFor = async ({ roles }) => {
  const [role] = roles
  if (!role) throw new Error('every act has a role')
  const token = tokens.get(role)
  const is_live =
    token !== undefined && (await ownSession(program.services, token).then(Boolean, () => false))
  if (is_live) return token
  await program.db.asOwner('delete from operators.tries')
  const username = names.get(role) ?? ''
  const { session_token } = await authenticateStaff(program.services, username, STAFF_PASSWORD)
  tokens.set(role, session_token)
  return session_token
}

test(`${REQUESTS} requests made from the statements of staff’s acts: no fault, no reply off them [proof 1215]`, {
  timeout: 900_000,
}, async () => {
  const acts = SERVED.filter((call) => call.name !== 'faulty')
  const report = await fuzzOffice(program, acts, { count: REQUESTS, seed: SEED, known, tokenFor })
  expect(report.faults.slice(0, 20)).toEqual([])
  expect(report.requests).toBeGreaterThanOrEqual(REQUESTS)
  // SECURITY: a run counts when at least 30 % of its requests pass validation.
  expect(report.passed_validation / report.requests).toBeGreaterThan(0.3)
  await program.drain()
  expect((await program.system(verifyLedger)).differences).toEqual([])
})

test('control: an act that answers off its statement is caught', async () => {
  const acts = SERVED.filter((call) => call.name === 'faulty')
  const { faults } = await fuzzOffice(program, acts, { count: 200, seed: SEED, known, tokenFor })
  expect(faults.length).toBeGreaterThan(10)
})

test('an act is done once by the id of its intention, and what differs under the same id is refused [proof 1217]', async () => {
  const token = await signInOver(program, names.get('risk') ?? '')
  const hold = {
    customer: customer.username,
    reason: 'account_theft',
    amount: '1.00',
    evidence: 'A call',
    report: 'M1',
  }
  const request_id = newId()
  const place = (input: object) => askOffice(program, 'place-hold', input, { token })
  const first = await place({ ...hold, request_id })
  expect(first).toMatchObject({ code: 200, data: { proposal_id: expect.any(String) } })
  expect((await place({ ...hold, request_id })).data).toEqual(first.data)
  expect((await place({ ...hold, request_id, amount: '2.00' })).data.reason).toBe('request_id_reused')
  const listed = await askOffice(program, 'list-holds', { request_id }, { method: 'GET', token })
  expect(listed.data).toMatchObject({ reason: 'field_unknown', field: 'request_id' })
})
