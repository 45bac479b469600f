import { SIGNATURE_BYTES_MAX, UPLOAD_PATH } from '@adtally/contract/contracts.ts'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../lib/refusal.ts'
import type { Services } from '../services.ts'
import { receiveUpload } from './receive-upload.ts'

const MEDIA_TYPE = 'image/png'

/** The path for an upload with this token. */
export function uploadPath(base_path: string, token: string): string {
  return `${base_path}${UPLOAD_PATH}/${token}`
}

/**
 * `PUT <base path>/contract/upload/<token>`: takes the drawn signature. Only the token is asked for, so it is valid
 * once, for one type and size, and for minutes. Refusals come in the envelope, like every call's.
 */
export function uploadPlugin(services: Services, server: FastifyInstance): void {
  if (!services.settings.roles.includes('api')) return
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(MEDIA_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.put<{ Params: { token: string } }>(
    uploadPath(services.settings.base_path, ':token'),
    { bodyLimit: SIGNATURE_BYTES_MAX },
    async (request, reply) => {
      const { body } = request
      if (!Buffer.isBuffer(body)) throw new Refusal('upload_differs')
      await receiveUpload(services, request.params.token, body)
      return await reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .send({ code: 200, msg: 'OK', data: {} })
    },
  )
}
