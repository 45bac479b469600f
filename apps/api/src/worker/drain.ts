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

function throwFailure(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) if (outcome.kind === 'failed') throw outcome.error
}
