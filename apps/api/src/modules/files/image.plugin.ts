import { IMAGE_PATH } from '@adtally/contract/service/files.ts'
import type { FastifyInstance } from 'fastify'
import { isId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Services } from '../services.ts'
import { readOwnImage } from './read-image.ts'

/**
 * `GET <base path>/files/image/<file_id>` with X-CT: an image for its owner only. Refusals come in the envelope, like
 * every call's; another customer's image is answered like a missing one.
 */
export function imagePlugin(services: Services, server: FastifyInstance): void {
  if (!services.settings.roles.includes('api')) return
  const path = `${services.settings.base_path}${IMAGE_PATH}/:file_id`
  server.get<{ Params: { file_id: string } }>(path, async (request, reply) => {
    const token = request.headers['x-ct']
    if (typeof token !== 'string') throw new Refusal('not_signed_in')
    const { customer_id } = await services.sessions.authenticate(token)
    const { file_id } = request.params
    if (!isId(file_id)) throw new Refusal('file_not_found')
    const { media_type, content } = await readOwnImage(services, customer_id, file_id)
    return await reply
      .headers({
        'content-type': media_type,
        // Private papers and conversations must not stay on a shared device.
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'content-disposition': 'inline; filename="image.webp"',
        'x-content-type-options': 'nosniff',
      })
      .send(content)
  })
}
