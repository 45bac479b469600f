import { setTimeout as wait } from 'node:timers/promises'
import { keepHouse, settleBooks } from '../modules/delivery/index.ts'
import type { Module } from '../modules/module.ts'
import type { Services } from '../modules/services.ts'
import { nextDue } from './repository.ts'
import { gatherHandlers, type WorkResult, workOneJob, workOneMessage } from './work.ts'

/**
 * Works off all due jobs and outbox messages, and what becomes due by them; also waits for other workers' work in
 * progress. Throws a handler's error, so that a test or seed sees it, unless failed work is to `stay` for its next
 * try.
 */
export async function drain(
  services: Services,
  modules: readonly Module[],
  failed: 'throws' | 'stays' = 'throws',
): Promise<void> {
  const handlers = gatherHandlers(modules)
  const kinds = [...handlers.jobs.keys()]
  for (;;) {
    const outcomes = [await workOneMessage(services, handlers), await workOneJob(services, handlers)]
    if (failed === 'throws') throwFailure(outcomes)
    if (outcomes.some(({ kind }) => kind !== 'idle')) continue
    const { jobs_ms, outbox_ms } = await services.database.transaction({ kind: 'system' }, (tx) =>
      nextDue(tx, kinds, services.clock.now()),
    )
    if (jobs_ms !== 0 && outbox_ms !== 0) return
    await wait(5)
  }
}

/** Milliseconds until these modules' next deadline: 0 if one is due, null if there is none. Ignores periodic work. */
export async function untilDeadline(services: Services, modules: readonly Module[]): Promise<number | null> {
  const jobs = [...gatherHandlers(modules).jobs.values()].filter(({ every_ms }) => every_ms === undefined)
  const kinds = jobs.map(({ kind }) => kind)
  const { jobs_ms } = await services.database.transaction({ kind: 'system' }, (tx) =>
    nextDue(tx, kinds, services.clock.now()),
  )
  return jobs_ms
}

/** Does all due work: books delivered events, drains jobs and messages, and tells delivery the outcome. */
export async function workOff(
  services: Services,
  modules: readonly Module[],
  failed: 'throws' | 'stays' = 'throws',
): Promise<void> {
  await settleBooks(services)
  await keepHouse(services)
  await drain(services, modules, failed)
  await services.delivery.refresh()
}

function throwFailure(outcomes: readonly WorkResult[]): void {
  for (const outcome of outcomes) if (outcome.kind === 'failed') throw outcome.error
}
