import { IMAGE_BYTES_MAX } from '@adtally/contract/service/files.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { codeOf } from '../../database/start-error.ts'
import { refuseUnkept } from '../../lib/kept-text.ts'
import { Refusal } from '../../lib/refusal.ts'
import { FormBody, type FormParts } from '../../modules/route.ts'

const LIMITS = {
  fileSize: IMAGE_BYTES_MAX,
  files: 1,
  fields: 8,
  parts: 9,
  fieldNameSize: 64,
  fieldSize: 1_000,
  headerPairs: 20,
}

/** Accepts forms as well as JSON in this scope of the server. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: LIMITS })
}

/** The body for a call that takes a form: the form, unread, or whatever else was sent. */
export function formOf(request: FastifyRequest): unknown {
  return request.isMultipart() ? new FormBody(() => readForm(request)) : request.body
}

/** Throws `image_too_large`, `body_malformed`. */
async function readForm(request: FastifyRequest): Promise<FormParts> {
  const fields: Record<string, string> = {}
  let file: Buffer | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname === 'file') file = await part.toBuffer()
      else throw new Refusal('field_unknown', { field: part.fieldname })
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (codeOf(error) === 'FST_REQ_FILE_TOO_LARGE') throw new Refusal('image_too_large', { field: 'file' })
    throw new Refusal('body_malformed')
  }
  refuseUnkept(fields, '')
  return { fields, file }
}
