import { partnerCall } from '@adtally/contract/partner/statement/partner-call.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Module } from '../../modules/module.ts'
import { type PartnerVerb, partnerVerb } from '../../modules/partner-verb.ts'
import { resumePartner } from '../../modules/partners/index.ts'
import { askDoor } from '../../testing/office/ask-door.ts'
import { fuzzDoor, type TokenFor } from '../../testing/office/office-fuzz.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { newPartner } from '../../testing/worlds/partner-world.ts'
import { cookieName } from '../door/door-cookie.ts'
import { MODULES } from '../modules.ts'
import { partnerFace } from './partner-door.ts'
import { partnerVerbsOf } from './serve-partners.ts'

// A tenth of what the gate sends (e2e/prove/faults/fuzz.gate.ts).
const REQUESTS = Number(process.env.PARTNER_FUZZ_REQUESTS ?? 200)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_130)

/** The planted fault: for some inputs it answers off its statement. */
const faulty = partnerCall({
  name: 'faulty',
  kind: 'act',
  area: 'people',
  sides: ['publisher'],
  roles: ['member'],
  summary: 'Answers off its statement',
  request: z.strictObject({ count: z.int() }),
  response: z.object({ count: z.int().check(z.gte(0)) }),
  refusals: [],
})
const faultyModule: Module = {
  name: 'faulty',
  partner_verbs: [partnerVerb(faulty, async (_services, _partner, input) => input)],
}
const program = await testProgram({ modules: [...MODULES, faultyModule] })
afterAll(() => program.close())
const SERVED = partnerVerbsOf(program.modules)
const face = partnerFace(program.services.settings)
const ask = (name: string, input: unknown, asked: Parameters<typeof askDoor>[4]) =>
  askDoor(program, { face, cookie: cookieName(face) }, name, input, asked)

const tokens = new Map<string, string>()
/** Of somebody who may, by a party of theirs; signed in anew where a request has ended the session. */
const tokenFor: TokenFor<PartnerVerb> = async ({ sides: [side = 'publisher'], roles: [role = 'owner'] }) => {
  const key = `${side} ${role}`
  const token = tokens.get(key) ?? ''
  const is_live = await resumePartner(program.services, token).then(Boolean, () => false)
  if (is_live) return token
  const { session_token } = await newPartner(program, { side, role })
  tokens.set(key, session_token)
  return session_token
}

test(`${REQUESTS} requests made from the statements of partners’ acts: no fault, no reply off them [proof 1366]`, {
  timeout: 300_000,
}, async () => {
  const acts = SERVED.filter(({ name }) => name !== 'faulty')
  const report = await fuzzDoor(ask, acts, { count: REQUESTS, seed: SEED, known: new Map(), tokenFor })
  expect(report.faults.slice(0, 20)).toEqual([])
  expect(report.requests).toBeGreaterThanOrEqual(REQUESTS)
  expect(report.passed_validation / report.requests).toBeGreaterThan(0.3)
})

test('control: an act that answers off its statement is caught', async () => {
  const acts = SERVED.filter(({ name }) => name === 'faulty')
  const { faults } = await fuzzDoor(ask, acts, { count: 50, seed: SEED, known: new Map(), tokenFor })
  expect(faults.length).toBeGreaterThan(5)
})
