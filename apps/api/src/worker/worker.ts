import type { RunningClock } from '../database/time/database-clock.ts'
import type { Module } from '../modules/module.ts'
import type { Services } from '../modules/services.ts'
import { Loop } from './loop.ts'
import { nextDue } from './repository.ts'
import { gatherHandlers, seedPeriodicJobs, workOneJob, workOneMessage } from './work.ts'

/**
 * Starts the worker: runs due jobs and outbox messages, woken by notifications, due times and the sandbox clock. Many
 * processes may do so at once. Returns how to stop it, which finishes work in progress.
 */
export async function startWorker(
  services: Services,
  modules: readonly Module[],
  clock: RunningClock,
): Promise<() => Promise<void>> {
  const handlers = gatherHandlers(modules)
  const kinds = [...handlers.jobs.keys()]
  await seedPeriodicJobs(services, handlers)
  const due = () =>
    services.database.transaction({ kind: 'system' }, (tx) => nextDue(tx, kinds, services.clock.now()))
  const jobs = new Loop(
    () => workOneJob(services, handlers),
    async () => (await due()).jobs_ms,
    services.log,
  )
  const outbox = new Loop(
    () => workOneMessage(services, handlers),
    async () => (await due()).outbox_ms,
    services.log,
  )
  const wakeBoth = () => {
    jobs.wake()
    outbox.wake()
  }
  const stops = await Promise.all([
    services.database.listen('platform_jobs', () => jobs.wake(), wakeBoth),
    services.database.listen('platform_outbox', () => outbox.wake(), wakeBoth),
  ])
  const stopJumps = clock.onJump(wakeBoth)
  return async () => {
    stopJumps()
    for (const stop of stops) stop()
    await Promise.all([jobs.stop(), outbox.stop()])
  }
}
