import { DatabaseUnavailable } from '../database/database-error.ts'
import { newId } from '../database/identifiers.ts'
import { messageOf } from '../database/start-error.ts'
import { inRequest } from '../lib/request-context.ts'
import type { JobHandler, Module, Subscription } from '../modules/module.ts'
import type { Services } from '../modules/services.ts'
import { tracedWork } from '../telemetry/tracing.ts'
import {
  postponeJob,
  postponeMessage,
  repeatJob,
  seedJob,
  type TakenJob,
  type TakenMessage,
  takeJob,
  takeMessage,
} from './repository.ts'

const SYSTEM = { kind: 'system' } as const
const ERROR_TEXT_MAX = 500
const WHAT_TO_DO =
  'nothing, where it comes to an end by itself: it is tried again, ever more rarely; else the stack says what stands in its way'
export const PERIODIC_SUBJECT = 'periodic'

/** All handlers of all modules, by what they handle. */
export interface Handlers {
  jobs: ReadonlyMap<string, JobHandler>
  subscriptions: ReadonlyMap<string, readonly Subscription[]>
}

/** Collects the modules' handlers. Throws if two modules claim one kind of job. */
export function gatherHandlers(modules: readonly Module[]): Handlers {
  const jobs = new Map<string, JobHandler>()
  for (const job of modules.flatMap((module) => module.jobs ?? [])) {
    if (jobs.has(job.kind)) throw new Error(`Two handlers are given for the job ${job.kind}`)
    jobs.set(job.kind, job)
  }
  const subscriptions = Map.groupBy(
    modules.flatMap((module) => module.subscriptions ?? []),
    ({ topic }) => topic,
  )
  return { jobs, subscriptions }
}

/** Adds the row of every periodic job that is missing. */
export async function seedPeriodicJobs(services: Services, handlers: Handlers): Promise<void> {
  const periodic = [...handlers.jobs.values()].filter((job) => job.every_ms !== undefined)
  if (periodic.length === 0) return
  await services.database.transaction(SYSTEM, async (tx) => {
    for (const { kind } of periodic) await seedJob(tx, kind, PERIODIC_SUBJECT)
  })
}

/** The result of one try: nothing was due, work was done, or it failed and is tried again later. */
export type WorkResult = { kind: 'idle' } | { kind: 'done' } | { kind: 'failed'; error: unknown }

/** Runs one due job in the transaction that removes it; postpones a failure. Throws only `DatabaseUnavailable`. */
export async function workOneJob(services: Services, handlers: Handlers): Promise<WorkResult> {
  let taken: TakenJob | undefined
  try {
    await services.database.transaction(SYSTEM, async (tx) => {
      const job = await takeJob(tx, [...handlers.jobs.keys()], newId())
      taken = job
      const handler = job && handlers.jobs.get(job.kind)
      if (!job || !handler) return
      const { kind, subject_id, due_at } = job
      await inRequest(job, () =>
        tracedWork('job', { kind }, () => handler.run(services, tx, { subject_id, due_at })),
      )
      if (handler.every_ms !== undefined) await repeatJob(tx, kind, subject_id, handler.every_ms)
    })
    if (!taken) return { kind: 'idle' }
    const { kind, subject_id, request_id } = taken
    services.log.debug({ job: kind, subject_id, request_id }, 'a job was done')
    return { kind: 'done' }
  } catch (error) {
    const job = taken
    if (!job || error instanceof DatabaseUnavailable) throw error
    services.log.error(
      {
        err: error,
        job: job.kind,
        subject_id: job.subject_id,
        request_id: job.request_id,
        what_to_do: WHAT_TO_DO,
      },
      'a job failed and will be tried again',
    )
    await services.database.transaction(SYSTEM, (tx) => postponeJob(tx, job, errorText(error)))
    return { kind: 'failed', error }
  }
}

/** Like `workOneJob`, for one outbox message and all subscriptions to its topic. */
export async function workOneMessage(services: Services, handlers: Handlers): Promise<WorkResult> {
  let taken: TakenMessage | undefined
  try {
    await services.database.transaction(SYSTEM, async (tx) => {
      const message = await takeMessage(tx, newId())
      taken = message
      if (!message) return
      const { topic, payload, published_at } = message
      for (const subscription of handlers.subscriptions.get(topic) ?? []) {
        await inRequest(message, () =>
          tracedWork('outbox.message', { topic }, () =>
            subscription.handle(services, tx, payload, published_at),
          ),
        )
      }
    })
    if (!taken) return { kind: 'idle' }
    const { topic, request_id } = taken
    services.log.debug({ topic, request_id }, 'a message was handled')
    return { kind: 'done' }
  } catch (error) {
    const message = taken
    if (!message || error instanceof DatabaseUnavailable) throw error
    services.log.error(
      {
        err: error,
        topic: message.topic,
        message_id: String(message.id),
        request_id: message.request_id,
        what_to_do: WHAT_TO_DO,
      },
      'a message failed and will be tried again',
    )
    await services.database.transaction(SYSTEM, (tx) => postponeMessage(tx, message.id, errorText(error)))
    return { kind: 'failed', error }
  }
}

function errorText(error: unknown): string {
  return messageOf(error).slice(0, ERROR_TEXT_MAX)
}
