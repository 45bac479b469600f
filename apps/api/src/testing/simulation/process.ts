import type { Call, OutputOf, RequestOf } from '@adtally/contract/call.ts'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { processDatabases } from '../../database/setup/process-databases.ts'
import { type RunningClock, startClock } from '../../database/time/database-clock.ts'
import type { Services } from '../../modules/services.ts'
import { createServer } from '../../server/create-server.ts'
import { createServices } from '../../server/create-services.ts'
import { MODULES } from '../../server/modules.ts'
import type { Settings } from '../../settings.ts'
import type { Place } from './world.ts'

/** A parsed answer; `lost`: none came, so the request's outcome is unknown. */
export interface Answer<C extends Call> {
  lost: boolean
  code: number
  /** The refusal's reason, or empty. */
  reason: string
  data: OutputOf<C>
}

/** A process of the program, with its own pools, caches and server, on the shared database. */
export class Process {
  readonly services: Services
  readonly #server: FastifyInstance
  readonly #clock: RunningClock
  readonly #end: () => Promise<void>

  private constructor(
    services: Services,
    server: FastifyInstance,
    clock: RunningClock,
    end: () => Promise<void>,
  ) {
    this.services = services
    this.#server = server
    this.#clock = clock
    this.#end = end
  }

  static async start({ program, logins }: Place, settings: Settings): Promise<Process> {
    const database = new PostgresDatabase(program)
    const databases = processDatabases(logins)
    const clock = await startClock(database)
    const log = pino({ level: 'silent' })
    const services = await createServices({ database, databases, clock, settings, log, checks_replies: true })
    const server = await createServer(services, MODULES)
    return new Process(services, server, clock, async () => {
      await server.close()
      await services.ledger.close()
      await clock.stop()
      await Promise.all([database.close(), databases.close()])
    })
  }

  /** Makes a call of the contract as a client does. */
  async call<C extends Call>(call: C, input: RequestOf<C>, token?: string): Promise<Answer<C>> {
    const url = `${this.services.settings.base_path}${call.path}`
    const fields = Object.entries(Object(input)).map(([name, value]) => [name, String(value)])
    const reply = await this.#server.inject({
      method: call.method,
      url: call.method === 'GET' ? `${url}?${new URLSearchParams(fields)}` : url,
      headers: { ...(token && { 'x-ct': token }) },
      ...(call.method === 'POST' && { payload: Object(input) }),
    })
    const { code, data } = reply.json()
    return { lost: reply.statusCode >= 500 || code === 500, code, reason: data?.reason ?? '', data }
  }

  /** Sends delivery a page's or an advertiser's request. */
  async request(options: InjectOptions): Promise<LightMyRequestResponse> {
    return await this.#server.inject(options)
  }

  /** Reads the database's clock after it was moved. */
  async refreshClock(): Promise<void> {
    await this.#clock.refresh()
  }

  /** Drops the process with its caches, leases and connections. */
  async end(): Promise<void> {
    await this.#end()
  }
}
