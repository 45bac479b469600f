import { setTimeout as wait } from 'node:timers/promises'
import { groupCommit } from '../../../lib/group-commit.ts'
import type { BaseServices } from '../../services.ts'
import type { PlanSlot } from '../decisions/plan-slot.ts'
import type { EventIngest } from '../events/event-ingest.ts'
import { grantLeases, returnLeases } from './budget.repository.ts'
import type { RetiredLease } from './lease-book.ts'

const SYSTEM = { kind: 'system' } as const
/** Delay after a refusal; budget may have been returned by then. */
const RETRY_MS = 2_000
/** Plans are read by the ten thousand; more than this waiting means that the database is away. */
const WAITING_MAX = 50_000
const LEASES_AT_ONCE = 200

interface Wish {
  slot: PlanSlot
  charge_micros: bigint
  done(): void
}

/** Leases slices of budgets for this node and gives the rest back. */
export class LeaseAgent {
  readonly #needs: Pick<BaseServices, 'database' | 'clock' | 'log'>
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

  constructor(needs: Pick<BaseServices, 'database' | 'clock' | 'log'>, ingest: EventIngest) {
    this.#needs = needs
    this.#ingest = ingest
  }

  /**
   * Requests a lease for at least one charge, unless a request is under way or was just refused. Requests made while
   * another is under way leave together.
   */
  request(slot: PlanSlot, charge_micros: bigint): void {
    if (slot.pending || !slot.mayLease(charge_micros, this.#needs.clock.now_ms())) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = () => {
      slot.pending = null
      resolve()
    }
    if (this.#wishes.add({ slot, charge_micros, done })) slot.pending = promise
  }

  /** Waits up to `wait_ms` for a plan's requested lease. */
  async arrived({ pending }: PlanSlot, wait_ms: number): Promise<void> {
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

  /** Gives back ended leases of these plans; what can't be given back now lapses by itself. */
  async giveBack(slots: Iterable<PlanSlot>): Promise<void> {
    const retired: RetiredLease[] = []
    const now_ms = this.#needs.clock.now_ms()
    for (const slot of slots) {
      slot.leases.lapse(now_ms)
      for (const { lease_id, amount_micros, issued_micros } of slot.leases.takeRetired()) {
        slot.learn(amount_micros, issued_micros)
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
      const granted = await database.transaction(SYSTEM, (tx) =>
        grantLeases(
          tx,
          node_id,
          wishes.map(({ slot, charge_micros }) => ({
            plan_id: slot.plan.plan_id,
            slice_micros: slot.sliceFor(charge_micros),
            least_micros: charge_micros,
          })),
        ),
      )
      const gone: PlanSlot[] = []
      for (const { slot, charge_micros } of wishes) {
        const grant = granted.get(slot.plan.plan_id)
        if (grant) slot.day_micros = grant.day_micros
        if (!grant?.lease) {
          slot.refuse(charge_micros, clock.now_ms() + RETRY_MS, grant?.paced_until_ms ?? null)
          continue
        }
        slot.leases.add(grant.lease)
        if (!slot.is_gone) continue
        slot.leases.retireAll()
        gone.push(slot)
      }
      await this.giveBack(gone)
    } catch (error) {
      for (const { slot } of wishes) {
        slot.refuse(0n, clock.now_ms() + RETRY_MS, null)
      }
      log.warn(
        { err: error, plans: wishes.length },
        'could not lease budget; a plan without a lease is not shown',
      )
    }
  }
}
