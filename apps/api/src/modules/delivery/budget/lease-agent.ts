import { setTimeout as wait } from 'node:timers/promises'
import { groupCommit } from '../../../lib/group-commit.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { placementProgress } from '../../statistics/index.ts'
import type { ConversionCounts } from '../decisions/posterior.ts'
import { TOKEN_LIFETIME_MS } from '../decisions/token.ts'
import type { EventIngest } from '../events/event-ingest.ts'
import { grantLeases, returnLeases } from './budget.repository.ts'
import type { RetiredLease } from './lease-book.ts'
import type { ChargedOn, PlanBudget } from './plan-budget.ts'

const SYSTEM = { kind: 'system' } as const
/** Delay after a refusal; budget may have been returned by then. */
const RETRY_MS = 2_000
/** Plans are read by the ten thousand; more than this waiting means that the database is away. */
const WAITING_MAX = 50_000
const LEASES_AT_ONCE = 200
const NOT_SHOWN: ReadonlyMap<string, ConversionCounts> = new Map()

type LeaseNeeds = Pick<Services, 'database' | 'clock' | 'log' | 'policies'>

interface Wish {
  budget: PlanBudget
  charge_micros: bigint
  done(): void
}

/** Leases slices of budgets for this node and gives the rest back. */
export class LeaseAgent {
  readonly #needs: LeaseNeeds
  readonly #ingest: EventIngest
  readonly #wishes = groupCommit<Wish>(
    { batch_max: LEASES_AT_ONCE, queue_max: WAITING_MAX, in_flight_max: 1 },
    async (wishes) => {
      await this.#lease(wishes)
      return () => {
        for (const { done } of wishes) done()
      }
    },
  )

  constructor(needs: LeaseNeeds, ingest: EventIngest) {
    this.#needs = needs
    this.#ingest = ingest
  }

  /**
   * Requests a lease for at least one charge, unless a request is under way or was just refused. Requests made while
   * another is under way leave together.
   */
  request(budget: PlanBudget, charge_micros: bigint): void {
    if (budget.pending || !budget.mayLease(charge_micros, this.#needs.clock.now_ms())) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = () => {
      budget.pending = null
      resolve()
    }
    if (this.#wishes.add({ budget, charge_micros, done })) budget.pending = promise
  }

  /** Waits up to `wait_ms` for a requested lease. */
  async arrived({ pending }: PlanBudget, wait_ms: number): Promise<void> {
    if (!pending) return
    const giving_up = new AbortController()
    const limit = wait(wait_ms, undefined, { signal: giving_up.signal }).catch(() => {})
    await Promise.race([pending, limit])
    giving_up.abort()
  }

  /** Waits for the requests under way; none is taken afterwards. */
  async close(): Promise<void> {
    await this.#wishes.close()
  }

  /** Gives back ended leases of these budgets; what can't be given back now lapses by itself. */
  async giveBack(budgets: Iterable<PlanBudget>): Promise<void> {
    const retired: RetiredLease[] = []
    const now_ms = this.#needs.clock.now_ms()
    for (const budget of budgets) {
      budget.leases.lapse(now_ms)
      for (const { lease_id, amount_micros, issued_micros } of budget.leases.takeRetired()) {
        budget.learn(amount_micros, issued_micros)
        retired.push({ lease_id, amount_micros, issued_micros })
      }
    }
    if (retired.length > 0) {
      await this.#needs.database.transaction(SYSTEM, (tx) => returnLeases(tx, retired))
    }
  }

  /** Never throws: plans whose lease could not be asked for are asked for again a little later. */
  async #lease(wishes: readonly Wish[]): Promise<void> {
    const { clock, database, log } = this.#needs
    try {
      const node_id = await this.#ingest.nodeId()
      const asked = wishes.map(({ budget, charge_micros }) => ({
        plan_id: budget.of.plan.plan_id,
        slice_micros: budget.sliceFor(charge_micros),
        least_micros: charge_micros,
        charge_within_ms: this.#chargeWithin(budget.charged_on),
      }))
      const now_ms = clock.now_ms()
      const learning = new Set(wishes.map(({ budget }) => budget.of).filter((of) => of.isOutdated(now_ms)))
      const [granted, outcomes] = await database.transaction(SYSTEM, (tx) =>
        Promise.all([
          grantLeases(tx, node_id, asked),
          placementProgress(
            tx,
            [...learning].map(({ plan }) => plan.plan_id),
          ),
        ]),
      )
      for (const of of learning) of.learn(outcomes.get(of.plan.plan_id) ?? NOT_SHOWN, now_ms)
      const gone: PlanBudget[] = []
      for (const [index, { budget, charge_micros }] of wishes.entries()) {
        const grant = granted[index]
        if (grant) budget.day_micros = grant.day_micros
        if (!grant?.lease) {
          budget.refuse(charge_micros, clock.now_ms() + RETRY_MS, grant?.paced_until_ms ?? null)
          continue
        }
        budget.leases.add(grant.lease)
        if (!budget.of.is_gone) continue
        budget.leases.retireAll()
        gone.push(budget)
      }
      await this.giveBack(gone)
    } catch (error) {
      for (const { budget } of wishes) {
        budget.refuse(0n, clock.now_ms() + RETRY_MS, null)
      }
      log.warn(
        { err: error, plans: wishes.length },
        'could not lease budget; a plan without a lease is not shown',
      )
    }
  }

  /** An impression is charged soon after its decision or not at all; a click may follow as long as its token lasts. */
  #chargeWithin(charged_on: ChargedOn): number {
    return charged_on === 'click' ? TOKEN_LIFETIME_MS : policies.current(this.#needs).impression_limit_ms
  }
}
