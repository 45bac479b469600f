import * as z from 'zod/mini'
import { auditReceipt } from './audit.ts'
import { customerCall } from './call.ts'
import { LANGUAGES } from './enums.ts'
import { because, count, id, pageOf, pageQuery, time } from './fields.ts'
import { fileContent, sha256 } from './service/file-content.ts'

/** The path of uploads below the base path; the token is appended. */
export const UPLOAD_PATH = '/contract/upload'

/** Enough for a drawn signature, which is a small picture. */
export const SIGNATURE_BYTES_MAX = 256 * 1024

/** A version of the contract: the text shown is the file with this hash. */
export const contract = z.object({
  contract_id: id,
  /** The version of the contract's text: 1, without a date, is the program's own; staff published later ones. */
  text_version: z.int(),
  text_since: z.nullable(time),
  /** The version of the operator's template, to tell a changed text from the signed one. */
  template_version: z.string(),
  language: z.enum(LANGUAGES),
  /** The caller's language; `language` differs if the template lacks it. */
  language_wanted: z.enum(LANGUAGES),
  pages: count,
  preview_sha256: sha256,
  created_at: time,
  /** Null until signed; afterwards the version is final. */
  signed_at: z.nullable(time),
  sealed_sha256: z.nullable(sha256),
  /** SHA-256 of the sealing certificate. */
  certificate_sha256: z.nullable(sha256),
})

export const contractDetail = customerCall('GET /contract/detail', {
  name: 'contractDetail',
  auth: 'restricted',
  summary: 'Whether a contract was signed, and whether it is the present text; signing gates nothing',
  request: z.strictObject({}),
  response: z.object({
    /** The latest signed version. */
    signed: z.nullable(contract),
    /** Whether its text is the one that would be signed now. */
    is_current: z.boolean(),
    /** False if the operator has set no certificate for sealing. */
    signing_available: z.boolean(),
  }),
  refusals: [],
})

export const contractList = customerCall('GET /contract/list', {
  name: 'contractList',
  auth: 'restricted',
  summary: 'Signed versions, newest first',
  request: z.strictObject(pageQuery),
  response: pageOf(contract),
  refusals: ['cursor_invalid'],
})

export const contractPreview = customerCall('POST /contract/preview', {
  name: 'contractPreview',
  summary: "Make the very file to be signed, in the caller's language or the stated fallback",
  request: z.strictObject({}),
  response: contract,
  refusals: [],
})

export const contractFile = customerCall('GET /contract/file', {
  name: 'contractFile',
  auth: 'restricted',
  summary: 'The file of a version: sealed where it is signed, else the one to be signed',
  request: z.strictObject({ contract_id: id }),
  response: fileContent,
  refusals: ['contract_not_found'],
})

export const contractReceipt = customerCall('GET /contract/receipt', {
  name: 'contractReceipt',
  auth: 'restricted',
  summary: "The log's entry of a signing, which anybody can check on `/verify`",
  request: z.strictObject({ contract_id: id }),
  response: auditReceipt,
  refusals: ['contract_not_found'],
})

export const contractUploadUrl = customerCall('POST /contract/upload/url', {
  name: 'contractUploadUrl',
  summary: 'An address for the drawn signature: one PUT of exactly this type and size, within minutes',
  request: z.strictObject({
    contract_id: id,
    media_type: z.enum(['image/png'], { error: because('field_invalid') }),
    bytes: z
      .int({ error: because('field_invalid') })
      .check(z.gte(1, 'field_invalid'), z.lte(SIGNATURE_BYTES_MAX, 'image_too_large')),
  }),
  response: z.object({
    upload_id: id,
    method: z.literal('PUT'),
    /** On this origin; anybody who has it may upload, so never show it. */
    url: z.string(),
    media_type: z.literal('image/png'),
    expires_at: time,
  }),
  refusals: [
    'contract_not_found',
    'contract_final',
    'contract_outdated',
    'contract_signing_unavailable',
    'image_too_large',
  ],
})

export const contractUploadSuccess = customerCall('POST /contract/upload/success', {
  name: 'contractUploadSuccess',
  summary:
    'Sign: the uploaded signature is placed and the file sealed; the same upload again answers the same',
  request: z.strictObject({
    contract_id: id,
    upload_id: id,
    /** The hash of the previewed file, so that a customer signs what they saw. */
    preview_sha256: sha256,
    agreed: z.literal(true, { error: because('contract_not_agreed') }),
  }),
  response: contract,
  refusals: [
    'contract_not_found',
    'contract_final',
    'contract_outdated',
    'contract_preview_differs',
    'contract_not_agreed',
    'contract_signing_unavailable',
    'upload_not_found',
    'upload_missing',
  ],
})
