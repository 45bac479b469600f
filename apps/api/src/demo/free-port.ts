import { randomInt } from 'node:crypto'
import { StartError } from '../database/start-error.ts'
import { startSite } from './site-server.ts'

/**
 * From here on systems lend ports to connections that go out: one that is free now may be lent when the demo starts
 * again.
 */
const PASSING_PORTS_FROM = 32_768
const KEPT_PORTS_FROM = 20_000
const PORT_TRIES = 20

/** The wished port where it can be kept, else any that can be, but not `taken`; a wish of 0 is none. */
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

/**
 * A port for a site of the demo: `offset` after the program's where that is free, but not `taken`. A program at any port (0) has
 * none beside it: two of them would wish for the same low ones.
 */
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
