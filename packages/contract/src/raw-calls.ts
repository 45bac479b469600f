import type { Call } from './call.ts'
import type { Tag } from './calls.ts'
import { UPLOAD_PATH } from './contracts.ts'
import { IMAGE_PATH } from './service/files.ts'

/**
 * An exchange below the base path whose body or answer is a file's bytes and not JSON; its refusals travel in the
 * envelope as every call's do. Stated for the OpenAPI document: clients have the addresses from calls.
 */
export interface RawCall extends Pick<Call, 'name' | 'auth' | 'summary' | 'refusals'> {
  tag: Tag
  method: 'GET' | 'PUT'
  /** Ends in its one parameter. */
  path: `/${string}/{${string}}`
  /** What a success is about: the body, or the answer; the other is the envelope with nothing in it. */
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
