import { Refusal } from '../../lib/refusal.ts'
import { DAY_MS } from '../../lib/time-zones.ts'
import type { Settings } from '../../settings.ts'
import { COUPON_ACTS } from './acts/coupons.ts'
import { carry, DELIVERY_ACTS } from './acts/delivery.ts'
import { EXCHANGE_ACTS } from './acts/exchange.ts'
import { FOLLOW_ACTS } from './acts/follows.ts'
import { HOLD_ACTS } from './acts/holds.ts'
import { openAccount, PEOPLE_ACTS } from './acts/people.ts'
import { PLAN_ACTS } from './acts/plans.ts'
import { STAFF_ACTS } from './acts/staff.ts'
import { VIP_ACTS } from './acts/vip.ts'
import { WITHDRAWAL_ACTS } from './acts/withdrawals.ts'
import { Finding } from './finding.ts'
import { isLost } from './kill.ts'
import { compareLists, writeToService } from './lists.ts'
import {
  compareDeadlines,
  compareStatement,
  compareWallet,
  compareWithdrawals,
  verifyAll,
} from './promises.ts'
import { Random } from './random.ts'
import { type Act, FAULTS, type Fault } from './scene.ts'
import { Settlements } from './settlements.ts'
import { type Place, World } from './world.ts'

const HOUR_MS = 3_600_000
const MONTH_MS = 30 * DAY_MS
/** How many people read all their lists at the end. */
const READERS = 12

export interface Extent {
  seed: number
  customers: number
  /** So many customers times so many months. */
  customer_months: number
  steps_per_month: number
}

/** The results, for the reader of a run. */
export interface Report {
  seed: number
  customer_months: number
  steps: number
  looks: number
  transfers: number
  posted_lines: number
  settled: number
  corrected: number
  kills: number
  restarts: number
  /** Lists of which somebody read a second page. */
  lists_read_on: string[]
  /** How often each act had each outcome. */
  outcomes: Record<string, number>
}

/** Ends a simulation at a broken promise. */
export class Found extends Error {
  constructor(seed: number, step: number, act: string, cause: unknown) {
    super(`seed ${seed}, step ${step} (${act}): ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.name = 'Found'
  }
}

const ACTS: readonly Act[] = [
  ...PEOPLE_ACTS,
  ...PLAN_ACTS,
  ...DELIVERY_ACTS,
  ...WITHDRAWAL_ACTS,
  ...HOLD_ACTS,
  ...COUPON_ACTS,
  ...FOLLOW_ACTS,
  ...EXCHANGE_ACTS,
  ...VIP_ACTS,
  ...STAFF_ACTS,
]

/**
 * Simulates customers' months (PRODUCT §3): steps drawn from the seed, with a check of the books after each. Throws
 * `Found` with seed and step if a promise is broken. `prepare` plants the fault that a control expects to find.
 */
export async function simulate(
  place: Place,
  settings: Settings,
  extent: Extent,
  prepare: (world: World) => Promise<void> = async () => {},
): Promise<Report> {
  const world = await World.open(place, settings)
  const simulation = new Simulation(world, extent)
  try {
    await prepare(world)
    return await simulation.run()
  } finally {
    await world.close()
  }
}

class Simulation {
  readonly #world: World
  readonly #extent: Extent
  readonly #settlements = new Settlements()
  readonly #outcomes: Record<string, number> = {}
  #step = 0

  constructor(world: World, extent: Extent) {
    this.#world = world
    this.#extent = extent
  }

  async run(): Promise<Report> {
    const { customers, customer_months, steps_per_month, seed } = this.#extent
    let lived = 0
    while (lived < customer_months) {
      const people = Math.min(customers, this.#world.people.length + Math.ceil(customers / 3))
      while (this.#world.people.length < people) await this.#take('account', () => openAccount(this.#world))
      await this.#month(people * steps_per_month)
      lived += people
      this.#note(`${lived} customer-months`)
      for (const person of this.#world.people)
        await this.#take('statement', () => compareStatement(this.#world, person))
    }
    const read_on = new Set<string>()
    for (const person of this.#world.people.slice(0, READERS)) {
      await this.#take('letters', () => writeToService(this.#world, person))
      for (const name of await this.#take('lists', () => compareLists(this.#world, person))) read_on.add(name)
    }
    const { transfers } = await this.#take('verify', () => verifyAll(this.#world))
    return {
      seed,
      customer_months: lived,
      steps: this.#step,
      looks: this.#world.books.looks,
      transfers,
      posted_lines: this.#world.books.model.lines.size,
      settled: this.#settlements.seen,
      corrected: this.#settlements.corrected,
      kills: this.#world.kills,
      restarts: this.#world.restarts,
      lists_read_on: [...read_on].toSorted(),
      outcomes: Object.fromEntries(Object.entries(this.#outcomes).toSorted()),
    }
  }

  /** Prints progress, to follow the run or find where it stopped. */
  #note(text: string): void {
    const { kills, restarts } = this.#world
    console.log(
      `${text}: step ${this.#step}, ${this.#settlements.seen} settled, ${kills} killed, ${restarts} restarted`,
    )
  }

  /** A month of random acts while the clock advances in jumps. */
  async #month(steps: number): Promise<void> {
    const until_ms = this.#world.now.getTime() + MONTH_MS
    for (let left = steps; left > 0; left -= 1) {
      const random = new Random(this.#extent.seed, this.#step)
      await this.#act(random)
      if (!random.chance(25)) continue
      const rest_ms = until_ms - this.#world.now.getTime()
      const even_ms = Math.max(60_000, Math.floor((rest_ms * 4) / left))
      await this.#take('clock', () => this.#jump(random, even_ms))
    }
    const rest_ms = until_ms - this.#world.now.getTime()
    if (rest_ms > 0)
      await this.#take('clock', () => this.#jump(new Random(this.#extent.seed, this.#step), rest_ms))
  }

  async #act(random: Random): Promise<void> {
    const act = weighted(random, ACTS)
    const person = random.pick(this.#world.people)
    const fault: Fault = random.chance(70) ? 'none' : random.pick(FAULTS)
    await this.#take(act.name, async () => {
      const outcome = await act.run({ world: this.#world, random, person, fault }).catch(reasonOf)
      const key = `${act.name}: ${outcome}`
      this.#outcomes[key] = (this.#outcomes[key] ?? 0) + 1
    })
    if (random.chance(1)) await this.#take('restart', () => this.#world.restart(random))
    if (random.chance(4) && this.#world.away_until_ms < this.#world.now.getTime()) {
      this.#world.away_until_ms = this.#world.now.getTime() + random.between(2, 20) * DAY_MS
    }
  }

  /** Advances the clock; either process does what is due, once. */
  async #jump(random: Random, by_ms: number): Promise<void> {
    const world = this.#world
    const jump_ms = random.chance(10) ? random.between(1, 4) * DAY_MS : random.chance(20) ? HOUR_MS : by_ms
    await world.advance(jump_ms)
    await carry(world, random, world.process(random.below(2)))
    const works = [world.drain(0), world.drain(1)]
    if (random.chance(10)) await world.kill(random)
    await Promise.all(works)
    // Plans that wait for delivery are asked again a few seconds later.
    await world.advance(10_000)
    await world.drain(random.below(2))
    await compareDeadlines(world)
  }

  /** Takes one step and checks everything after it. */
  async #take<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#step += 1
    try {
      const result = await inTime(work())
      const touched = await this.#world.books.look()
      for (const person of this.#world.people) {
        if (touched.has(person.customer_id)) await compareWallet(this.#world, person)
      }
      if (touched.size > 0) await compareWithdrawals(this.#world)
      await this.#settlements.look(this.#world)
      return result
    } catch (error) {
      if (error instanceof Finding) throw new Found(this.#extent.seed, this.#step, name, error)
      throw new Found(this.#extent.seed, this.#step, `${name}, unexpected`, error)
    }
  }
}

const STEP_LIMIT_MS = 120_000

/** Fails a step that hangs. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const late = () => limit.reject(new Finding('every step ends', `not after ${STEP_LIMIT_MS / 1_000} s`))
  const timer = setTimeout(late, STEP_LIMIT_MS)
  try {
    return await Promise.race([work, limit.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A refusal is an outcome, and so is a cut connection if the caller does not retry. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.reason
  if (isLost(error)) return 'connection lost'
  throw error
}

function weighted(random: Random, acts: readonly Act[]): Act {
  let left = random.below(acts.reduce((sum, { weight }) => sum + weight, 0))
  for (const act of acts) {
    if (left < act.weight) return act
    left -= act.weight
  }
  return random.pick(acts)
}
