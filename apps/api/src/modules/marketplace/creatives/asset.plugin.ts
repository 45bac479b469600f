import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../../../database/database.ts'
import { asRole } from '../../as-role.ts'
import type { Services } from '../../services.ts'
import { assetByHash, smallPictureByHash } from '../products.repository.ts'
import { AssetCache, type ServedFile } from './asset-cache.ts'
import { rangeOf } from './byte-range.ts'

/** The path of creatives' files: below delivery, because publishers' pages load them. */
export const ASSET_PATH = '/delivery/v1/asset'

const HASH = /^[0-9a-f]{64}$/

type Read = (tx: Transaction, hash: string) => Promise<ServedFile | null>

/**
 * `GET /delivery/v1/asset/<sha256>`: a creative's picture or film, whole or in parts; with `/small`, its picture for lists.
 * The address determines the bytes, so they are cached forever; pages of any origin may show them, and nothing runs them.
 */
export function assetPlugin(services: Services, server: FastifyInstance): void {
  const { database } = asRole(services, services.settings.roles.includes('delivery') ? 'delivery' : 'api')
  const cache = new AssetCache()
  const serve = (path: string, part: 'whole' | 'small', read: Read): void => {
    server.get<{ Params: { hash: string } }>(path, async (request, reply) => {
      const { hash } = request.params
      const file = HASH.test(hash)
        ? await cache.get(`${hash}/${part}`, () =>
            database.transaction({ kind: 'system' }, (tx) => read(tx, hash)),
          )
        : null
      if (!file) return await reply.code(404).type('text/plain').send('There is no such file.')
      return await sendFile(request, reply, file, `"${hash}-${part}"`)
    })
  }
  serve(`${ASSET_PATH}/:hash`, 'whole', assetByHash)
  serve(`${ASSET_PATH}/:hash/small`, 'small', smallPictureByHash)
}

/** Sends a file or the part asked for (RFC 9110 §13.2.2, §14.2); a HEAD has no parts. */
async function sendFile(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  { content, media_type }: ServedFile,
  etag: string,
): Promise<FastifyReply> {
  reply.headers({
    'content-type': media_type,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    // The tag asks by CORS, without which a page under COEP shows nothing of another origin.
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag,
  })
  if (isNamed(headers['if-none-match'], etag)) return await reply.code(304).send()
  const condition = headers['if-range']
  const is_same = condition === undefined || condition === etag
  const range = method === 'GET' && is_same ? rangeOf(headers.range, content.length) : 'whole'
  if (range === 'whole') return await reply.send(content)
  if (range === 'none') {
    return await reply
      .code(416)
      .header('content-range', `bytes */${content.length}`)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send('The file has no such part.')
  }
  const { begin, end } = range
  return await reply
    .code(206)
    .header('content-range', `bytes ${begin}-${end - 1}/${content.length}`)
    .send(content.subarray(begin, end))
}

/** Whether `If-None-Match` names this tag; a weak one is as good here (RFC 9110 §13.1.2). */
function isNamed(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))
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
