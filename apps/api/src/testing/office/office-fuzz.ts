import fc from 'fast-check'
import { newId } from '../../database/identifiers.ts'
import type { StaffVerb } from '../../modules/module.ts'
import { methodOf } from '../../server/door/door-route.ts'
import type { FuzzReport } from '../contract-fuzz.ts'
import { isAnswer, queryText } from '../contract-surface.ts'
import { hostileValue, type KnownValues, validInput } from '../request-arbitrary.ts'
import { membersOf, requestShape, withMember } from '../request-shape.ts'
import type { TestProgram } from '../servers/test-program.ts'
import type { DoorAnswer } from './ask-door.ts'
import { askOffice } from './office-client.ts'

const AT_ONCE = 8
/** Of a hundred requests, how many are valid; the others have a spoilt member or are arbitrary. */
const VALID_PERCENT = 50
const SPOILT_PERCENT = 40

/** What of an act its requests are made from. */
type FuzzedAct = Pick<StaffVerb, 'name' | 'kind' | 'once' | 'request'>

/** Somebody who may, by a session that is live: asked for before each request, since requests end sessions. */
export type TokenFor<Act = StaffVerb> = (stated: Act) => Promise<string>

/** Sends a request at a door. */
type Ask = (
  name: string,
  input: unknown,
  asked: { method: 'GET' | 'POST'; token: string },
) => Promise<DoorAnswer>

interface FuzzWishes<Act> {
  count: number
  seed: number
  known: KnownValues
  tokenFor: TokenFor<Act>
}

/**
 * Sends `count` requests generated from the statements of these acts, each by somebody who may; the same `seed` gives the
 * same requests. The server holds replies against their statements (`checks_replies`).
 */
export async function fuzzOffice(
  program: TestProgram,
  acts: readonly StaffVerb[],
  wishes: FuzzWishes<StaffVerb>,
): Promise<FuzzReport> {
  return await fuzzDoor((name, input, asked) => askOffice(program, name, input, asked), acts, wishes)
}

/** As `fuzzOffice`, at any door. */
export async function fuzzDoor<Act extends FuzzedAct>(
  ask: Ask,
  acts: readonly Act[],
  { count, seed, known, tokenFor }: FuzzWishes<Act>,
): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, passed_validation: 0, calls: acts.length, faults: [] }
  const each = Math.ceil(count / acts.length)
  const queue = acts.flatMap((stated, index) =>
    fc
      .sample(inputsOf(stated, known), { numRuns: each, seed: seed + index })
      .map((input) => ({ stated, input })),
  )
  const work = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const { stated, input } = next
      const method = methodOf(stated)
      report.requests += 1
      if (stated.request.safeParse(method === 'GET' ? asQuery(input) : input).success)
        report.passed_validation += 1
      const takes_id = stated.once || stated.kind === 'propose'
      const sent = takes_id && isPlain(input) ? { ...input, request_id: newId() } : input
      const answer = await ask(stated.name, sent, { method, token: await tokenFor(stated) })
      if (answer.status >= 500 || answer.code === 500 || !isAnswer(answer))
        report.faults.push(
          `${stated.name} ${JSON.stringify(sent)?.slice(0, 300)} → ${answer.status} ${answer.text.slice(0, 200)}`,
        )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return report
}

function inputsOf(call: FuzzedAct, known: KnownValues): fc.Arbitrary<unknown> {
  const shape = requestShape(call)
  const valid = validInput(shape, known)
  const spoilt = fc.tuple(valid, hostileValue, fc.nat()).map(([input, value, pick]) => {
    const paths = [...membersOf(shape, input).map(({ path }) => path), ['surplus']]
    return withMember(input, paths[pick % paths.length] ?? [], value)
  })
  return fc.oneof(
    { weight: VALID_PERCENT, arbitrary: valid },
    { weight: SPOILT_PERCENT, arbitrary: spoilt },
    {
      weight: 100 - VALID_PERCENT - SPOILT_PERCENT,
      arbitrary: fc.oneof(fc.object(), fc.json(), hostileValue),
    },
  )
}

function isPlain(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

function asQuery(input: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(input)).map(([name, value]) => [name, queryText(value)]))
}
