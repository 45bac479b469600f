import { randomInt } from 'node:crypto'
import { StartError } from '../database/start-error.ts'
import { startSite } from './site-server.ts'

/** From here on systems lend ports to outgoing connections, so one that is free now may be lent next time. */
const PASSING_PORTS_FROM = 32_768
const KEPT_PORTS_FROM = 20_000
const PORT_TRIES = 20

/** The wished port if it can be kept, else another that can, never `taken`; 0 wishes for none. */
export async function freePort(wish: number, taken: number): Promise<number> {
  let port = wish
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    if (port > 0 && port < PASSING_PORTS_FROM && port !== taken && (await isFree(port))) return port
    port = randomInt(KEPT_PORTS_FROM, PASSING_PORTS_FROM)
  }
  throw new StartError(
    'The demo found no port for its sites; end what listens on this machine, or use another one.',
  )
}

/** A port for a site of the demo: `offset` above the program's if free, never `taken`; any if the program's is 0. */
export function portBeside(program_port: number, offset: number, taken: number): Promise<number> {
  return freePort(program_port === 0 ? 0 : program_port + offset, taken)
}

async function isFree(port: number): Promise<boolean> {
  try {
    const site = await startSite(port, () => {})
    await site.stop()
    return true
  } catch {
    return false
  }
}
