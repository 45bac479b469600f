import type { FastifyInstance } from 'fastify'
import { asRole } from '../../as-role.ts'
import type { Services } from '../../services.ts'
import { allPublishers } from '../parties/parties.repository.ts'
import { sellersFile } from './sellers.ts'

/** Read anew so often at most, whoever asks. */
const KEPT_MS = 60_000

/** `GET /sellers.json`: who is paid for places that are sold here, as the trade's buyers look it up. */
export function sellersPlugin(services: Services, server: FastifyInstance): void {
  const { database } = asRole(services, services.settings.roles.includes('delivery') ? 'delivery' : 'api')
  let kept: Promise<string> | null = null
  let kept_until_ms = 0
  const read = async () =>
    JSON.stringify(sellersFile(await database.transaction({ kind: 'system' }, allPublishers)))
  server.get('/sellers.json', async (_request, reply) => {
    if (kept === null || performance.now() >= kept_until_ms) {
      kept_until_ms = performance.now() + KEPT_MS
      kept = read()
      kept.catch(() => {
        kept = null
      })
    }
    return await reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(await kept)
  })
}
