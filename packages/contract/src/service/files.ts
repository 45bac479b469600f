import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { because, count, id } from '../fields.ts'

/** An image's purpose, which decides which staff may see it. */
export const FILE_USES = ['chat', 'feedback', 'hold_document', 'exchange'] as const
export type FileUse = (typeof FILE_USES)[number]

/** SPEC §9: images up to 5 MB. */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024

/** The most images in a message or feedback. */
export const IMAGES_MAX = 4

/** The path for reading an image: a GET with X-CT and `file_id` appended, which answers the image itself. */
export const IMAGE_PATH = '/files/image'

/** An image in a message; its size reserves its place before it loads. */
export const storedImage = z.object({ file_id: id, width: count, height: count })

/** Ids of uploaded images, in display order. */
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
