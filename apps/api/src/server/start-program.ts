import { createServer as createSocketServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { lockDataFolder } from '../database/embedded/data-folder-lock.ts'
import type { OpenOptions } from '../database/setup/open-database.ts'
import { codeOf, messageOf, StartError } from '../database/start-error.ts'
import { asRole } from '../modules/as-role.ts'
import type { Module } from '../modules/module.ts'
import { requireLiveStaff } from '../modules/operators/index.ts'
import type { Services } from '../modules/services.ts'
import { hostInUrl } from '../origins.ts'
import type { Settings } from '../settings.ts'
import { startTelemetry } from '../telemetry/start-telemetry.ts'
import { startClockPlayer } from '../worker/clock-player.ts'
import { startWorker } from '../worker/worker.ts'
import { createServer } from './create-server.ts'
import { type OpenServices, openServices } from './open-services.ts'

export interface Program {
  services: Services
  /** Its address on this machine, without a trailing slash. */
  url: string
  /** As `OpenDatabase` says. */
  commits: OpenServices['commits']
  /** Answers pending requests, finishes work in progress and closes the database. */
  stop(): Promise<void>
}

/** Options of a start beyond the settings. */
export interface StartOptions extends OpenOptions {
  /** Awaited before requests are answered. */
  before_serving?: Promise<void>
  /** Started first, once this program owns the data folder; may change the settings, and is stopped last. */
  beside?: (settings: Settings) => Promise<{ settings: Settings; stop(): Promise<void> }>
}

/** Starts every part in `settings.roles`; resolves once requests are answered. Throws `StartError`. */
export async function startProgram(
  given: Settings,
  log: Logger,
  modules: readonly Module[],
  { before_serving = Promise.resolve(), beside, ...opening }: StartOptions = {},
): Promise<Program> {
  // A failure is thrown where it is awaited below; until then it must not count as unhandled.
  before_serving.catch(() => {})
  // Stopped in reverse order, also if a later part fails to start.
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart()
  }
  try {
    if (given.database_url === null) stops.push(await lockDataFolder(given.data_dir))
    stops.push(await startTelemetry(given.telemetry_endpoint, log))
    const started = await beside?.(given)
    if (started) stops.push(() => started.stop())
    const known = await withPort(started?.settings ?? given)
    const open = await openServices(known, log, opening)
    stops.push(() => open.close({ keep_server: false }))
    const { services } = open
    await requireLiveStaff(asRole(services, 'office'), modules)
    await startBackground(open, modules, stops)
    await before_serving
    const server = await createServer(services, modules)
    stops.push(() => server.close())
    await listen(server, known)
    const url = `http://${hostInUrl(known.host)}:${known.port}`
    return { services, url, commits: open.commits, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startBackground(
  { services, clock }: OpenServices,
  modules: readonly Module[],
  stops: (() => Promise<void>)[],
): Promise<void> {
  for (const module of modules) {
    const stopModule = await module.start?.(services)
    if (stopModule) stops.push(stopModule)
  }
  const { roles, is_playable } = services.settings
  if (!roles.includes('worker')) return
  stops.push(await startWorker(asRole(services, 'worker'), modules, clock))
  if (is_playable) stops.push(await startClockPlayer(services, modules))
}

/** The settings with the port to listen on, chosen now for `PORT=0`; throws if it is taken. */
async function withPort(settings: Settings): Promise<Settings> {
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createSocketServer()
    probe.once('error', (error) => reject(portError(settings, error)))
    probe.listen(settings.port, settings.host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : settings.port))
    })
  })
  if (port === settings.port) return settings
  const withIt = (origin: string) => origin.replace(/:0$/, `:${port}`)
  const { public_origin, passkey_origin, console_origin, partner_origin } = settings
  return {
    ...settings,
    port,
    public_origin: withIt(public_origin),
    console_origin: withIt(console_origin),
    partner_origin: withIt(partner_origin),
    passkey_origin: passkey_origin && withIt(passkey_origin),
  }
}

async function listen(server: FastifyInstance, settings: Settings): Promise<void> {
  try {
    await server.listen({ host: settings.host, port: settings.port, backlog: 2048 })
  } catch (error) {
    throw portError(settings, error)
  }
}

function portError({ host, port }: Settings, error: unknown): StartError {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} of ${host} is in use; set PORT to another.`)
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user; set PORT to one above 1023.`)
  return new StartError(
    `The program can't listen on ${host}, port ${port}: ${messageOf(error)}; set HOST to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
  )
}
