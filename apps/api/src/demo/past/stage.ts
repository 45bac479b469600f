import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { asRole } from '../../modules/as-role.ts'
import type { Module } from '../../modules/module.ts'
import type { Services } from '../../modules/services.ts'
import { untilDeadline, workOff } from '../../worker/drain.ts'
import { demoTransactionPassword } from '../credentials.ts'
import type { CustomerApps } from '../customer-apps.ts'
import type { CustomerClient } from '../customer-client.ts'
import type { Office } from '../office.ts'
import type { Witness } from '../population/truth.ts'
import type { SeedTarget } from '../seed/seed-customers.ts'
import type { DemoMarket, SiteOrigins } from '../seed/seed-market.ts'

const PROOF_MODULE = 'reconciliation'
/** The clock stops no more often than this for checks that recur, such as whether the last events have come. */
const STOP_MS_MIN = 60 * 60_000
const CLOCK_POLL_MS = 2
/** Longer than the longest of the demo's films plays. */
const VIEW_MS = 8_500

export interface PastWorld {
  services: Services
  modules: readonly Module[]
  office: Office
  target: SeedTarget
  apps: CustomerApps
  origins: SiteOrigins
  market: DemoMarket
  /** Hears who its visitors really are. */
  witness: Witness
}

/** What acts of the past have at hand: the people, the office and the clock. */
export class Stage {
  readonly services: Services
  readonly modules: readonly Module[]
  readonly office: Office
  readonly target: SeedTarget
  readonly origins: SiteOrigins
  readonly market: DemoMarket
  /** The publisher's pages: the newsletter, which costs more, and the article. */
  readonly pages: { letter: string; article: string }
  readonly apps: CustomerApps
  readonly witness: Witness

  constructor({ services, modules, office, target, origins, market, apps, witness }: PastWorld) {
    this.apps = apps
    this.witness = witness
    this.services = services
    this.modules = modules
    this.office = office
    this.target = target
    this.origins = origins
    this.market = market
    const { publisher } = origins
    this.pages = { letter: `${publisher}/sunday-letter`, article: `${publisher}/harbour-lights` }
  }

  get now_ms(): number {
    return this.services.clock.now_ms()
  }

  client(username: string): Promise<CustomerClient> {
    return this.apps.client(username)
  }

  /** The six digits as sent on the wire. */
  transactionPassword(username: string): string {
    return createHash('md5').update(demoTransactionPassword(this.target.secret, username)).digest('hex')
  }

  /** The same id for the same act at every start, so that an accepted act is not done twice. */
  requestId(name: string): string {
    const hex = createHash('sha256')
      .update(this.target.secret(`demo-past:${name}`))
      .digest('hex')
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `7${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-')
  }

  /** Advances the clock to `at_ms`, doing what falls due on the way, except the nightly proof. */
  async goOnTo(at_ms: number): Promise<void> {
    const worker = asRole(this.services, 'worker')
    for (let left_ms = at_ms - this.now_ms; left_ms > 0; left_ms = at_ms - this.now_ms) {
      const due_ms = await untilDeadline(worker, this.#daytime)
      const by_ms = due_ms === null ? left_ms : Math.min(left_ms, Math.max(due_ms, STOP_MS_MIN))
      await this.#advance(Math.ceil(by_ms))
      await this.#workOff(this.#daytime)
    }
  }

  /** Lets the time pass that it takes to view an advertisement. */
  async lookAt(): Promise<void> {
    await this.#advance(VIEW_MS)
  }

  async #advance(by_ms: number): Promise<void> {
    const until_ms = this.now_ms + by_ms
    await this.office.run('clock-advance', { by: `${by_ms}ms`, reason: 'The demo lives its past' })
    // The new time reaches this process by a notification.
    while (this.now_ms < until_ms) await wait(CLOCK_POLL_MS)
  }

  get #daytime(): readonly Module[] {
    return this.modules.filter(({ name }) => name !== PROOF_MODULE)
  }

  /** Finishes all work before the clock goes on, including the nightly proof, which takes as long as the visits. */
  async endDay(): Promise<void> {
    await this.#workOff(this.modules)
  }

  /** Books the delivered events and does what is due in these modules. */
  async #workOff(modules: readonly Module[]): Promise<void> {
    await workOff(asRole(this.services, 'worker'), modules)
  }
}
