import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { because, count, id } from '../fields.ts'

/** What an image is uploaded for; it decides which staff may see it. */
export const FILE_USES = ['chat', 'feedback', 'hold_document', 'exchange'] as const
export type FileUse = (typeof FILE_USES)[number]

/** SPEC §9: images up to 5 MB. */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024

/** Images that one message or feedback may carry. */
export const IMAGES_MAX = 4

/** Where `file_id` is appended to read an image: a GET with X-CT that answers the image itself. */
export const IMAGE_PATH = '/files/image'

/** An image as messages carry it; its sides hold its place before it is there. */
export const storedImage = z.object({ file_id: id, width: count, height: count })

/** Uploaded images by their ids, in the order they are shown. */
export const imageIds = z.optional(
  z.array(id, { error: because('field_invalid') }).check(
    z.maxLength(IMAGES_MAX, 'field_too_long'),
    z.refine((ids: string[]) => new Set(ids).size === ids.length, 'field_invalid'),
  ),
)

export const fileUpload = customerCall('POST /files/upload', {
  name: 'fileUpload',
  auth: 'restricted',
  summary:
    'Upload one image (JPEG, PNG, WebP or GIF, at most 5 MB) as the form field `file`; it is encoded anew, without metadata, and seen by its owner and staff of its use only',
  takes_form: true,
  request: z.strictObject({ use: z.enum(FILE_USES, { error: because('field_invalid') }) }),
  response: storedImage,
  refusals: ['image_too_large', 'not_an_image', 'image_pixels_too_many', 'upload_quota_exceeded'],
})
