import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from '../database/database.ts'
import { asRole } from '../modules/as-role.ts'
import type { Module } from '../modules/module.ts'
import { officeMode, openWish, SANDBOX_CLOCK_CHANNEL, stepClock } from '../modules/sandbox/index.ts'
import type { Services } from '../modules/services.ts'
import { withdrawalsToSend } from '../modules/wallet/index.ts'
import { workOff } from './drain.ts'
import { Loop } from './loop.ts'
import { nextStop, type Stop } from './repository.ts'
import { gatherHandlers, type WorkResult } from './work.ts'

const SYSTEM = { kind: 'system' } as const
/** The most that the clock advances at once with nothing due, so that people see it move. */
const STEP_MS_MAX = 6 * 3_600_000
/** Recurring work, such as asking for the last events, gets a stop at growing intervals, up to an hour. */
const REST_MS_MIN = 60_000
const REST_MS_MAX = 3_600_000
const CLOCK_POLL_MS = 2
/**
 * Automatic staff need real time: the clock waits this long for a withdrawal that they have to send, or they would be
 * days late. What they leave after that is for people.
 */
const OFFICE_MS_MAX = 30_000
const OFFICE_POLL_MS = 100

/**
 * Advances a sandbox's clock to the time that customers wish for: from deadline to deadline, doing what is due at
 * each. The wish is in the database, so that a program that ended on the way continues at its next start. Acts as the
 * worker, and moves the clock with the sandbox's login.
 */
export class ClockPlayer {
  readonly #worker: Services
  readonly #modules: readonly Module[]
  readonly #kinds: readonly string[]
  /** Recent stops by kind and subject, each with the time before which it gets no other. */
  readonly #rests = new Map<string, Stop & { rest_ms: number }>()
  /** By withdrawal, how long to wait for it, by the wall clock. */
  readonly #waits = new Map<string, number>()

  constructor(services: Services, modules: readonly Module[]) {
    this.#worker = asRole(services, 'worker')
    this.#modules = modules
    const jobs = [...gatherHandlers(modules).jobs.values()]
    this.#kinds = jobs.filter(({ every_ms }) => every_ms === undefined).map(({ kind }) => kind)
  }

  /** Does what is due, then advances the clock to the next deadline. Idle if there is no wish. */
  async step(): Promise<WorkResult> {
    const { database, clock } = this.#worker
    const wish = await database.transaction(SYSTEM, openWish)
    if (!wish) {
      this.#rests.clear()
      this.#waits.clear()
      return { kind: 'idle' }
    }
    await workOff(this.#worker, this.#modules, 'stays')
    if (await database.transaction(SYSTEM, (tx) => this.#officeIsAtWork(tx))) {
      await wait(OFFICE_POLL_MS)
      return { kind: 'done' }
    }
    const most_ms = await this.#untilNextStop()
    const before_ms = clock.now_ms()
    const left_ms = await asRole(this.#worker, 'sandbox').database.transaction(SYSTEM, (tx) =>
      stepClock(tx, most_ms),
    )
    if (left_ms === null) return { kind: 'done' }
    // The new time reaches this process by a notification; it is the wish's own end if that comes first.
    const at_ms = Math.min(before_ms + most_ms, wish.until.getTime())
    while (clock.now_ms() < at_ms) await wait(CLOCK_POLL_MS)
    return { kind: 'done' }
  }

  async #officeIsAtWork(tx: Transaction): Promise<boolean> {
    if ((await officeMode(tx)) === 'by_hand') return false
    const now_ms = performance.now()
    const waits = (await withdrawalsToSend(tx)).map((withdrawal_id) => {
      const until_ms = this.#waits.get(withdrawal_id) ?? now_ms + OFFICE_MS_MAX
      this.#waits.set(withdrawal_id, until_ms)
      return until_ms
    })
    return waits.some((until_ms) => now_ms < until_ms)
  }

  async #untilNextStop(): Promise<number> {
    const { database, clock } = this.#worker
    const now_ms = clock.now_ms()
    const next = await database.transaction(SYSTEM, (tx) =>
      nextStop(tx, this.#kinds, [...this.#rests.values()]),
    )
    if (!next || next.stop_at.getTime() - now_ms >= STEP_MS_MAX) return STEP_MS_MAX
    const { kind, subject_id, is_again } = next
    const key = `${kind} ${subject_id}`
    const before_ms = is_again ? this.#rests.get(key)?.rest_ms : undefined
    const rest_ms = before_ms === undefined ? REST_MS_MIN : Math.min(before_ms * 2, REST_MS_MAX)
    const at_ms = Math.max(next.stop_at.getTime(), now_ms + 1)
    this.#rests.set(key, { kind, subject_id, stop_at: new Date(at_ms + rest_ms), rest_ms })
    return at_ms - now_ms
  }
}

/** Starts the clock player; returns how to stop it between two stops. */
export async function startClockPlayer(
  services: Services,
  modules: readonly Module[],
): Promise<() => Promise<void>> {
  const player = new ClockPlayer(services, modules)
  const loop = new Loop(
    () => player.step(),
    async () => null,
    services.log,
  )
  const wake = () => loop.wake()
  const stopListening = await services.database.listen(SANDBOX_CLOCK_CHANNEL, wake, wake)
  return async () => {
    await stopListening()
    await loop.stop()
  }
}
