import { once } from 'node:events'
import type { LedgerWriter } from '../../apps/api/src/modules/ledger/index.ts'
import { FastLane, HTTP_OPTIONS } from '../../apps/api/src/server/fast-lane.ts'
import type { BenchContext } from './context.ts'
import type { BenchCustomers, ClientFigures } from './ledger-clients.ts'
import { runLoad } from './load.ts'

const CLIENTS = 256
const BODY_BYTES_MAX = 1_000
const SCRIPT = new URL('./ledger-load-script.ts', import.meta.url)
const HEADERS = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store']

/**
 * Serves one transfer per request from this process, the way the program answers what comes often, on routes that only
 * the bench has, until the measurement ends.
 */
export async function ledgerOverHttp(
  context: BenchContext,
  writer: LedgerWriter,
  customers: BenchCustomers,
): Promise<(kind: 'uniform' | 'hot') => Promise<ClientFigures>> {
  const lane = new FastLane(false, HTTP_OPTIONS)
  for (const kind of ['uniform', 'hot'] as const) {
    lane.add({
      method: 'POST',
      path: `/${kind}`,
      body_bytes_max: BODY_BYTES_MAX,
      handle: async ({ body }, answer) => {
        const { amount } = JSON.parse(body)
        const results = typeof amount === 'string' ? await writer.transfer([customers[kind]()]) : []
        const code = results[0] === 'ok' ? 200 : 405
        const text = JSON.stringify({ code, msg: 'success', data: { results } })
        answer({ status: 200, headers: HEADERS, body: text })
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
  return (kind) =>
    runLoad({
      origin: `http://127.0.0.1:${address.port}`,
      script: SCRIPT,
      connections: CLIENTS,
      duration_ms: context.round_ms,
      options: { path: `/${kind}` },
    })
}
