import type { Call } from '@adtally/contract/call.ts'
import { CALLS } from '@adtally/contract/calls.ts'
import fc from 'fast-check'
import { codeOf } from '../database/start-error.ts'
import { openSession } from '../modules/identity/index.ts'
import type { Services } from '../modules/services.ts'
import { isAnswer, queryText, sendRaw } from './contract-surface.ts'
import { hostileValue, validInput } from './request-arbitrary.ts'
import { membersOf, requestShape, withMember } from './request-shape.ts'
import type { TestProgram } from './servers/test-program.ts'
import type { BusyCustomer } from './worlds/busy-customer.ts'

const AT_ONCE = 16
const SESSION_IDLE_MS = 3_600_000
const LOCK_NOT_AVAILABLE = '55P03'
const LOCK_TRIES_MAX = 5
/** Of a hundred requests, how many are valid; the others have one or two spoilt members or are arbitrary. */
const VALID_PERCENT = 50
const SPOILT_PERCENT = 40

/** The result of a run of generated requests. */
export interface FuzzReport {
  requests: number
  passed_validation: number
  calls: number
  /** HTTP 5xx, body code 500, and replies off their schema, each with its request; only the first few. */
  faults: string[]
}

interface Made {
  call: Call
  input: unknown
}

/**
 * Sends `count` requests generated from the contract's schemas (by default of all calls) as the customers; the same
 * `seed` gives the same requests. The server checks replies against their schema (`checks_replies`).
 */
export async function fuzz(
  program: TestProgram,
  customers: readonly BusyCustomer[],
  options: { count: number; seed: number; calls?: readonly Call[] },
): Promise<FuzzReport> {
  const calls = options.calls ?? CALLS
  const report: FuzzReport = { requests: 0, passed_validation: 0, calls: calls.length, faults: [] }
  const per_call = Math.ceil(options.count / calls.length)
  const made = calls.flatMap((call, index) => {
    const customer = customers[index % customers.length]
    const inputs = fc.sample(inputsOf(call, customer), { numRuns: per_call, seed: options.seed + index })
    return inputs.map((input): Made => ({ call, input }))
  })
  const queue = shuffled(made, options.seed)
  const tokens = new Tokens(program.services, customers)
  const work = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      await sendOne(program, next, await tokens.next(), report)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return report
}

function inputsOf(call: Call, customer: BusyCustomer | undefined): fc.Arbitrary<unknown> {
  const shape = requestShape(call)
  const known = new Map(customer?.known)
  if (customer) known.set('password', [customer.transaction_password, customer.password])
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

async function sendOne(
  program: TestProgram,
  { call, input }: Made,
  token: string,
  report: FuzzReport,
): Promise<void> {
  report.requests += 1
  if (call.request.safeParse(call.method === 'GET' ? asQuery(input) : input).success)
    report.passed_validation += 1
  const answer = await sendRaw(program, call, input, { 'x-ct': token })
  const is_fault = answer.status >= 500 || answer.code === 500 || !isAnswer(answer)
  if (is_fault)
    report.faults.push(`${call.path} ${shown(input)} → ${answer.status} ${answer.text.slice(0, 200)}`)
}

function shown(input: unknown): string {
  return JSON.stringify(input)?.slice(0, 300) ?? 'undefined'
}

function asQuery(input: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(input)).map(([name, value]) => [name, queryText(value)]))
}

/** A session for each request; replaces those that a request has ended. */
class Tokens {
  readonly #services: Services
  readonly #customers: readonly BusyCustomer[]
  #taken = 0

  constructor(services: Services, customers: readonly BusyCustomer[]) {
    this.#services = services
    this.#customers = customers
  }

  async next(): Promise<string> {
    const customer = this.#customers[this.#taken % this.#customers.length]
    this.#taken += 1
    if (!customer) throw new RangeError('requests need a customer')
    const { sessions, database } = this.#services
    try {
      await sessions.authenticate(customer.token)
    } catch {
      // Opened directly: wrong guesses among the requests may have used up that name's sign-in tries.
      const { customer_id } = customer
      const session = { customer_id, access: 'full', user_agent: undefined } as const
      customer.token = await whenFree(() =>
        database.transaction({ kind: 'customer', customer_id }, (tx) =>
          openSession(tx, session, { session_idle_ms: SESSION_IDLE_MS, session_max_ms: SESSION_IDLE_MS }),
        ),
      )
    }
    return customer.token
  }
}

/** Retries while requests in progress hold the customer's row for longer than a statement waits. */
async function whenFree<T>(open: () => Promise<T>, tries_left = LOCK_TRIES_MAX): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE || tries_left === 0) throw error
    return await whenFree(open, tries_left - 1)
  }
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const [order] = fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), {
    numRuns: 1,
    seed,
  })
  return order ?? []
}
