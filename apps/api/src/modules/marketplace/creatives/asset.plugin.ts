import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../../database/database.ts'
import { asRole } from '../../as-role.ts'
import type { Services } from '../../services.ts'
import { assetByHash, smallPictureByHash } from '../products.repository.ts'

/** Where a creative's kept file is served: below delivery, because publishers' pages load it. */
export const ASSET_PATH = '/delivery/v1/asset'

const HASH = /^[0-9a-f]{64}$/

type Read = (tx: Transaction, hash: string) => Promise<{ media_type: string; content: Buffer } | null>

/**
 * `GET /delivery/v1/asset/<sha256>`: a creative's picture or film; with `/small`, the picture for lists made of it. The
 * address names the bytes, or the bytes and what is made of them, so it may be kept for good, and pages of any origin
 * may show it; it is never run as anything else.
 */
export function assetPlugin(services: Services, server: FastifyInstance): void {
  const { database } = asRole(services, services.settings.roles.includes('delivery') ? 'delivery' : 'api')
  const serve = (path: string, read: Read): void => {
    server.get<{ Params: { hash: string } }>(path, async (request, reply) => {
      const { hash } = request.params
      const asset = HASH.test(hash)
        ? await database.transaction({ kind: 'system' }, (tx) => read(tx, hash))
        : null
      if (!asset) return await reply.code(404).type('text/plain').send('There is no such file.')
      return await reply
        .headers({
          'content-type': asset.media_type,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        })
        .send(asset.content)
    })
  }
  serve(`${ASSET_PATH}/:hash`, assetByHash)
  serve(`${ASSET_PATH}/:hash/small`, smallPictureByHash)
}

/** The address of a creative's file for the customer's app, staff or a publisher's page, by its hash in hexadecimal. */
export function assetUrl(public_origin: string, asset_hash: string): string {
  return `${public_origin}${ASSET_PATH}/${asset_hash}`
}

/** The address of a creative's picture for lists; the whole file's where there is no small one. */
export function smallPictureUrl(
  public_origin: string,
  creative: { asset_hash: string; has_small_picture: boolean },
): string {
  const url = assetUrl(public_origin, creative.asset_hash)
  return creative.has_small_picture ? `${url}/small` : url
}
