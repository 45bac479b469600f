import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../../database/database.ts'
import { asRole } from '../../as-role.ts'
import type { Services } from '../../services.ts'
import { assetByHash, smallPictureByHash } from '../products.repository.ts'

/** The path of creatives' files: below delivery, because publishers' pages load them. */
export const ASSET_PATH = '/delivery/v1/asset'

const HASH = /^[0-9a-f]{64}$/

type Read = (tx: Transaction, hash: string) => Promise<{ media_type: string; content: Buffer } | null>

/**
 * `GET /delivery/v1/asset/<sha256>`: a creative's picture or film; with `/small`, its picture for lists. The address
 * determines the bytes, so they are cached forever; pages of any origin may show them, and nothing runs them.
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
          // The tag asks by CORS, without which a page under COEP shows nothing of another origin.
          'access-control-allow-origin': '*',
          'x-content-type-options': 'nosniff',
        })
        .send(asset.content)
    })
  }
  serve(`${ASSET_PATH}/:hash`, assetByHash)
  serve(`${ASSET_PATH}/:hash/small`, smallPictureByHash)
}

/** The address of a creative's file, by its hash in hexadecimal. */
export function assetUrl(public_origin: string, asset_hash: string): string {
  return `${public_origin}${ASSET_PATH}/${asset_hash}`
}

/** The address of a creative's picture for lists, or of the whole file where there is no small one. */
export function smallPictureUrl(
  public_origin: string,
  creative: { asset_hash: string; has_small_picture: boolean },
): string {
  const url = assetUrl(public_origin, creative.asset_hash)
  return creative.has_small_picture ? `${url}/small` : url
}
