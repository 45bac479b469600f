import { once } from 'node:events'
import type { LedgerWriter } from '../../apps/api/src/modules/ledger/index.ts'
import { FastLane, HTTP_OPTIONS } from '../../apps/api/src/server/http/fast-lane.ts'
import type { BenchContext } from './context.ts'
import { type BenchCustomers, type ClientFigures, submitAlone } from './ledger-clients.ts'
import { findWrk, runWrk } from './wrk.ts'

const CLIENTS = 256
const BODY_BYTES_MAX = 1_000
const WARM_UP_MS = 1_000
const SCRIPT = new URL('./loads/ledger-load.lua', import.meta.url)
const HEADERS = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store']
/** Counted by wrk as failed, since wrk does not read bodies. */
const REFUSED = 409

/**
 * Serves one transfer per request from this process, as the program answers frequent requests, on routes that only
 * the bench has, until the measurement ends; null if wrk is missing. `countTransfers` counts those in the books: a
 * round throws if wrk saw more successes than were posted.
 */
export async function ledgerOverHttp(
  context: BenchContext,
  writer: LedgerWriter,
  customers: BenchCustomers,
  countTransfers: () => Promise<number>,
): Promise<((kind: 'uniform' | 'hot') => Promise<ClientFigures>) | null> {
  const wrk = await findWrk()
  if (wrk === null) return null
  const lane = new FastLane(0, 'http://test', HTTP_OPTIONS)
  for (const kind of ['uniform', 'hot'] as const) {
    lane.add({
      method: 'POST',
      path: `/${kind}`,
      body_bytes_max: BODY_BYTES_MAX,
      handle: async ({ body }, answer) => {
        const { amount } = JSON.parse(body)
        const is_asked = typeof amount === 'string'
        if (is_asked) await submitAlone(writer, customers[kind]())
        const status = is_asked ? 200 : REFUSED
        const text = JSON.stringify({ code: status, msg: 'success', data: {} })
        answer({ status, headers: HEADERS, body: text })
      },
    })
  }
  const server = lane.serverFactory((_request, response) => void response.writeHead(404).end(), {})
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere')
  context.onEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return async (kind) => {
    const run = { url: `http://127.0.0.1:${address.port}/${kind}`, script: SCRIPT, connections: CLIENTS }
    await runWrk(wrk, { ...run, duration_ms: WARM_UP_MS })
    const before = await countTransfers()
    const { requests, ...figures } = await runWrk(wrk, { ...run, duration_ms: context.round_ms })
    const posted = (await countTransfers()) - before
    if (posted < requests) throw new Error(`${requests} requests were answered, ${posted} transfers posted`)
    return figures
  }
}
