import fastify from 'fastify'
import type { LedgerWriter } from '../../apps/api/src/modules/ledger/index.ts'
import type { BenchContext } from './context.ts'
import type { BenchCustomers, ClientFigures } from './ledger-clients.ts'
import { runLoad } from './load.ts'

const CLIENTS = 256
const SCRIPT = new URL('./ledger-load-script.ts', import.meta.url)

/** Serves one transfer per request from this process, on routes that only the bench has, until the measurement ends. */
export async function ledgerOverHttp(
  context: BenchContext,
  writer: LedgerWriter,
  customers: BenchCustomers,
): Promise<(kind: 'uniform' | 'hot') => Promise<ClientFigures>> {
  const server = fastify()
  for (const kind of ['uniform', 'hot'] as const) {
    server.post(`/${kind}`, async () => {
      const results = await writer.transfer([customers[kind]()])
      return { code: results[0] === 'ok' ? 200 : 405, msg: 'success', data: { results } }
    })
  }
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  context.onEnd(() => server.close())
  return (kind) =>
    runLoad({
      origin,
      script: SCRIPT,
      connections: CLIENTS,
      duration_ms: context.round_ms,
      options: { path: `/${kind}` },
    })
}
