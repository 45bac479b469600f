import type { Call } from './call.ts'
import type { Tag } from './calls.ts'
import { UPLOAD_PATH } from './contracts.ts'
import { IMAGE_PATH } from './service/files.ts'

/**
 * An endpoint below the base path whose body or answer is a file's bytes instead of JSON; refusals still use the
 * envelope. Defined for the OpenAPI document: clients get the addresses from calls.
 */
export interface RawCall extends Pick<Call, 'name' | 'auth' | 'summary' | 'refusals'> {
  tag: Tag
  method: 'GET' | 'PUT'
  /** Ends in its only parameter. */
  path: `/${string}/{${string}}`
  /** The type of the body or of the successful answer; the other one is an envelope without data. */
  media_type: string
}

export const RAW_CALLS: readonly RawCall[] = [
  {
    name: 'fileImage',
    method: 'GET',
    path: `${IMAGE_PATH}/{file_id}`,
    auth: 'restricted',
    tag: 'files',
    summary: 'An uploaded image, to its owner; what is named by its id never changes',
    media_type: 'image/webp',
    refusals: ['file_not_found'],
  },
  {
    name: 'contractUpload',
    method: 'PUT',
    path: `${UPLOAD_PATH}/{token}`,
    auth: 'public',
    tag: 'contract',
    summary: 'The drawn signature, to the address that `contractUploadUrl` gave: once, of that type and size',
    media_type: 'image/png',
    refusals: [
      'upload_not_found',
      'upload_differs',
      'not_an_image',
      'image_pixels_too_many',
      'signature_empty',
    ],
  },
]
