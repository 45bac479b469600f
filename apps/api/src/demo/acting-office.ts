import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../lib/refusal.ts'
import { asRole } from '../modules/as-role.ts'
import type { Module } from '../modules/module.ts'
import type { Services } from '../modules/services.ts'
import { isSignedOut } from './lasting-office.ts'
import { type ActingPeople, QUEUES, type Queue, type Waiting } from './office-queues.ts'
import { openActingOffice } from './seed/seed-staff.ts'
import { throughOutages } from './through-outages.ts'

/** How fast the office works, by the wall clock. */
export interface OfficePace {
  /** How long an item waits before somebody takes it up. */
  lies_ms: number
  /** How long a review of a creative takes. */
  reviews_ms: number
  /** The interval between looks. */
  looks_ms: number
}

const UNHURRIED: OfficePace = { lies_ms: 6_000, reviews_ms: 900_000, looks_ms: 1_500 }
/** A refused item, such as one that a person has just decided, is tried again after this, at growing intervals. */
const AGAIN_MS_MIN = 10_000
const AGAIN_MS_MAX = 600_000

export interface ActingOffice {
  /** Finishes the work in progress. */
  stop(): Promise<void>
}

/**
 * Starts the demo's office, which works through what waits by itself: with staff's verbs, each person in their own
 * session, as long as `demo-office` is on (the settings say whether it starts on). People may act at the same time:
 * an item that is already decided is no error. Waits for a database that goes away. `queues` are extra ones.
 */
export async function startActingOffice(
  services: Services,
  modules: readonly Module[],
  { pace = UNHURRIED, queues = [] }: { pace?: OfficePace; queues?: readonly Queue[] } = {},
): Promise<ActingOffice> {
  const as_office = asRole(services, 'office')
  const giving_up = new AbortController()
  const { signal } = giving_up
  const desk = new Desk(pace, [...QUEUES, ...queues])
  let people = await openActingOffice(as_office, modules)
  await people.office.run('demo-office', { acts: services.settings.demo_office })
  const run = async () => {
    while (!signal.aborted) {
      try {
        await throughOutages(as_office.database, () => desk.lookThrough(people, signal))
      } catch (error) {
        if (isSignedOut(error)) people = await openActingOffice(as_office, modules).catch(() => people)
        else services.log.warn({ err: error }, 'the demo’s office failed at its work; trying again')
      }
      await wait(pace.looks_ms, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      giving_up.abort()
      await running
    },
  }
}

/** What waits for the office, since when, and when it is due. */
class Desk {
  readonly #pace: OfficePace
  readonly #queues: readonly Queue[]
  readonly #lying = new Map<string, { due_ms: number; refusals: number }>()

  constructor(pace: OfficePace, queues: readonly Queue[]) {
    this.#pace = pace
    this.#queues = queues
  }

  /** Looks at every queue once and does what has waited long enough. */
  async lookThrough(people: ActingPeople, signal: AbortSignal): Promise<void> {
    const seen = new Set<string>()
    for (const queue of this.#queues) {
      if (signal.aborted || !(await actsByItself(people))) return
      for (const waiting of await queue(people)) {
        seen.add(waiting.name)
        await this.#takeUp(waiting, signal)
      }
    }
    for (const name of this.#lying.keys()) if (!seen.has(name)) this.#lying.delete(name)
  }

  async #takeUp({ name, is_review, act }: Waiting, signal: AbortSignal): Promise<void> {
    const now_ms = performance.now()
    const { lies_ms, reviews_ms } = this.#pace
    const lying = this.#lying.get(name) ?? {
      due_ms: now_ms + (is_review ? reviews_ms : lies_ms),
      refusals: 0,
    }
    this.#lying.set(name, lying)
    if (signal.aborted || now_ms < lying.due_ms) return
    try {
      await act()
      this.#lying.delete(name)
    } catch (error) {
      if (!(error instanceof Refusal) || isSignedOut(error)) throw error
      lying.due_ms = now_ms + Math.min(AGAIN_MS_MIN * 2 ** lying.refusals, AGAIN_MS_MAX)
      lying.refusals += 1
    }
  }
}

async function actsByItself({ office }: ActingPeople): Promise<boolean> {
  return (await office.run('demo-office')).acts === 'by_itself'
}
