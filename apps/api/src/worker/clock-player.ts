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
/** A clock that nothing is due on still goes on by no more, so that whoever looks sees it go. */
const STEP_MS_MAX = 6 * 3_600_000
/** What asks again and again, such as whether the last events have come, is stopped at ever more rarely, at last once an hour. */
const REST_MS_MIN = 60_000
const REST_MS_MAX = 3_600_000
const CLOCK_POLL_MS = 2
/**
 * People need real time: for a withdrawal that an office which acts by itself has to send, the clock waits so long, or they would
 * be late by days that nobody had. What they leave lying after that is left for other people.
 */
const OFFICE_MS_MAX = 30_000
const OFFICE_POLL_MS = 100

/**
 * Brings a sandbox's clock where customers wish it: from deadline to deadline, and what is due at each is done then. A wish stands
 * in the database, so that a program that ended on the way goes on to the same time at its next start. Works in the name of the
 * worker, and moves the clock as the sandbox's own login.
 */
export class ClockPlayer {
  readonly #worker: Services
  readonly #modules: readonly Module[]
  readonly #kinds: readonly string[]
  /** By kind and subject, what was stopped at: until when it is not stopped at again. */
  readonly #rests = new Map<string, Stop & { rest_ms: number }>()
  /** By withdrawal, until when it is waited for, by the real clock. */
  readonly #waits = new Map<string, number>()

  constructor(services: Services, modules: readonly Module[]) {
    this.#worker = asRole(services, 'worker')
    this.#modules = modules
    const jobs = [...gatherHandlers(modules).jobs.values()]
    this.#kinds = jobs.filter(({ every_ms }) => every_ms === undefined).map(({ kind }) => kind)
  }

  /** One stop: what is due is done, then the clock goes on to the next deadline. Idle where nobody wishes anything. */
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
    // This process hears of it by a notice; where the wish was shorter it comes to its end.
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

/** Starts whoever brings the clock where it is wished; returns how to stop, which ends between two stops. */
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
