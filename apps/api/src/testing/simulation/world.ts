import type { Call, RequestOf } from '@adtally/contract/call.ts'
import type { Connection } from '../../database/connection.ts'
import type { Logins } from '../../database/setup/roles.ts'
import { Office } from '../../demo/office.ts'
import { DAY_MS } from '../../lib/time-zones.ts'
import { asRole } from '../../modules/as-role.ts'
import { openSession } from '../../modules/identity/index.ts'
import { MODULES } from '../../server/modules.ts'
import type { Settings } from '../../settings.ts'
import { drain } from '../../worker/drain.ts'
import { type BuiltStaff, buildStaff } from '../worlds/build-staff.ts'
import { Bank } from './bank.ts'
import { Books } from './books.ts'
import { again, killBackends } from './kill.ts'
import { type Market, type MarketPlan, openMarket } from './market.ts'
import { type Answer, Process } from './process.ts'
import type { Random } from './random.ts'

const SYSTEM = { kind: 'system' } as const

/** A simulated customer and what their device remembers. */
export interface Person {
  customer_id: string
  name: string
  operated_id: string
  /** The reference for deposits. */
  reference: string
  /** The transaction password's wire form. */
  pin: string
  beneficiary_id: string | null
  token: string
  token_at_ms: number
}

/** A simulation's database, and the login that may cut its connections. */
export interface Place {
  owner: Connection
  logins: Logins
  /** A member of every process role, for looking at the data. */
  program: Connection
  superuser: Connection
}

/** Everything simulated: a database, two processes of the program, staff, bank, market and people. */
export class World {
  readonly people: Person[] = []
  readonly bank = new Bank()
  readonly books: Books
  readonly place: Place
  readonly #settings: Settings
  readonly #processes: Process[]
  readonly #staff: BuiltStaff
  #market: Market | null = null
  /** The worker that looks for invalid traffic is away until then; what it finds later has settled. */
  away_until_ms = 0
  kills = 0
  restarts = 0

  private constructor(
    place: Place,
    settings: Settings,
    books: Books,
    processes: Process[],
    staff: BuiltStaff,
  ) {
    this.place = place
    this.books = books
    this.#settings = settings
    this.#processes = processes
    this.#staff = staff
  }

  static async open(place: Place, settings: Settings, plan?: MarketPlan): Promise<World> {
    const books = await Books.open(place.owner)
    const first = await Process.start(place, settings)
    const second = await Process.start(place, settings)
    const world = new World(place, settings, books, [first, second], await buildStaff(first.services))
    world.#market = await openMarket(world.office, world.bank, world.now, plan)
    await world.drain()
    return world
  }

  get market(): Market {
    if (this.#market === null) throw new TypeError('the market is not open yet')
    return this.#market
  }

  /** The process at `index`, modulo their number. */
  process(index = 0): Process {
    const found = this.#processes[index % this.#processes.length]
    if (!found) throw new TypeError('a world has processes')
    return found
  }

  get office(): Office {
    return new Office(this.process().services, MODULES, this.#staff)
  }

  get now(): Date {
    return this.process().services.clock.now()
  }

  /** Makes a customer's call, signing in again if the session has ended. */
  async call<C extends Call>(person: Person, call: C, input: RequestOf<C>, device = 0): Promise<Answer<C>> {
    const process = this.process(device)
    const now_ms = this.now.getTime()
    if (now_ms - person.token_at_ms > DAY_MS) {
      const session = { customer_id: person.customer_id, access: 'full', user_agent: undefined } as const
      const { database } = process.services
      person.token = await again(() =>
        database.transaction(SYSTEM, (tx) =>
          openSession(tx, session, { session_idle_ms: 3 * DAY_MS, session_max_ms: 3 * DAY_MS }),
        ),
      )
      person.token_at_ms = now_ms
    }
    return await process.call(call, input, person.token)
  }

  async advance(by_ms: number): Promise<void> {
    await this.books.rows("select platform.move_clock($1, 'simulation')", [by_ms])
    for (const process of this.#processes) await again(() => process.refreshClock())
  }

  /** Works off what is due, retrying after a lost connection as the worker does. */
  async drain(device = 0): Promise<void> {
    await again(() => drain(asRole(this.process(device).services, 'worker'), MODULES))
  }

  /** Cuts some of the program's connections, in whatever transaction they are. */
  async kill(random: Random): Promise<void> {
    this.kills += await killBackends(this.place, random)
  }

  /** Drops a process and starts another in its place. */
  async restart(random: Random): Promise<void> {
    const index = random.below(this.#processes.length)
    const old = this.process(index)
    this.#processes[index] = await Process.start(this.place, this.#settings)
    await old.end()
    this.restarts += 1
  }

  async close(): Promise<void> {
    for (const process of this.#processes) await process.end()
    await this.books.close()
  }
}
