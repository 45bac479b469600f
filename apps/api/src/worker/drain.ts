import { setTimeout as wait } from 'node:timers/promises'
import type { Module } from '../modules/module.ts'
import type { Services } from '../modules/services.ts'
import { nextDue } from './repository.ts'
import { gatherHandlers, type Outcome, workOneJob, workOneMessage } from './work.ts'

/**
 * Works off every due job and outbox message, and those that these make due, until none is left; also waits for
 * what other workers have in hand. Throws a handler's error, so that a test or a seed sees it.
 */
export async function drain(services: Services, modules: readonly Module[]): Promise<void> {
  const handlers = gatherHandlers(modules)
  const kinds = [...handlers.jobs.keys()]
  for (;;) {
    const outcomes = [await workOneMessage(services, handlers), await workOneJob(services, handlers)]
    throwFailure(outcomes)
    if (outcomes.some(({ kind }) => kind === 'done')) continue
    const { jobs_ms, outbox_ms } = await services.database.transaction({ kind: 'system' }, (tx) =>
      nextDue(tx, kinds),
    )
    if (jobs_ms !== 0 && outbox_ms !== 0) return
    await wait(5)
  }
}

/** How long until the next deadline of these modules, in ms: 0 where one is due, null where none is set. Periodic work has none. */
export async function untilDeadline(services: Services, modules: readonly Module[]): Promise<number | null> {
  const jobs = [...gatherHandlers(modules).jobs.values()].filter(({ every_ms }) => every_ms === undefined)
  const kinds = jobs.map(({ kind }) => kind)
  const { jobs_ms } = await services.database.transaction({ kind: 'system' }, (tx) => nextDue(tx, kinds))
  return jobs_ms
}

function throwFailure(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) if (outcome.kind === 'failed') throw outcome.error
}
