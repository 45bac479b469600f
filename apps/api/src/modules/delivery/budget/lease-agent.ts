import { setTimeout as wait } from 'node:timers/promises'
import type { BaseServices } from '../../services.ts'
import type { PlanSlot } from '../decisions/plan-slot.ts'
import type { EventIngest } from '../events/event-ingest.ts'
import { grantLease, returnLeases } from './budget.repository.ts'
import type { RetiredLease } from './lease-book.ts'

const SYSTEM = { kind: 'system' } as const
/** Delay after a refusal; budget may have been returned by then. */
const RETRY_MS = 2_000

/** Leases slices of budgets for this node and gives the rest back. */
export class LeaseAgent {
  readonly #needs: Pick<BaseServices, 'database' | 'clock' | 'log'>
  readonly #ingest: EventIngest

  constructor(needs: Pick<BaseServices, 'database' | 'clock' | 'log'>, ingest: EventIngest) {
    this.#needs = needs
    this.#ingest = ingest
  }

  /** Requests a lease for at least one charge, unless a request is under way or was just refused. */
  request(slot: PlanSlot, charge_micros: bigint): void {
    const now_ms = this.#needs.clock.now_ms()
    if (slot.pending || (now_ms < slot.retry_at_ms && charge_micros >= slot.refused_micros)) return
    slot.pending = this.#lease(slot, charge_micros)
      .catch((error: unknown) => {
        slot.retry_at_ms = now_ms + RETRY_MS
        slot.refused_micros = 0n
        this.#needs.log.warn({ err: error }, 'could not lease budget; a plan without a lease is not shown')
      })
      .finally(() => {
        slot.pending = null
      })
  }

  /** Waits up to `wait_ms` for requested leases. */
  async arrived(slots: readonly PlanSlot[], wait_ms: number): Promise<void> {
    const pending = slots.flatMap((slot) => slot.pending ?? [])
    if (pending.length === 0) return
    const giving_up = new AbortController()
    const limit = wait(wait_ms, undefined, { signal: giving_up.signal }).catch(() => {})
    await Promise.race([Promise.any(pending), limit])
    giving_up.abort()
  }

  /** Gives back ended leases of every plan; what can't be given back now lapses by itself. */
  async giveBack(slots: Iterable<PlanSlot>): Promise<void> {
    const retired: RetiredLease[] = []
    for (const slot of slots) {
      for (const { lease_id, amount_micros, issued_micros } of slot.leases.takeRetired()) {
        slot.learn(amount_micros, issued_micros)
        retired.push({ lease_id, amount_micros, issued_micros })
      }
    }
    if (retired.length > 0) {
      await this.#needs.database.transaction(SYSTEM, (tx) => returnLeases(tx, retired))
    }
  }

  async #lease(slot: PlanSlot, charge_micros: bigint): Promise<void> {
    const node_id = await this.#ingest.nodeId()
    const wish = { node_id, slice_micros: slot.sliceFor(charge_micros), least_micros: charge_micros }
    const lease = await this.#needs.database.transaction(SYSTEM, (tx) =>
      grantLease(tx, slot.plan.plan_id, wish),
    )
    if (lease) {
      slot.leases.add(lease)
      if (slot.is_gone) {
        slot.leases.retireAll()
        await this.giveBack([slot])
      }
    } else {
      slot.retry_at_ms = this.#needs.clock.now_ms() + RETRY_MS
      slot.refused_micros = charge_micros
    }
  }
}
