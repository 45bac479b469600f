import type { OutputOf } from '@adtally/contract/call.ts'
import { type FileUse, fileUpload, IMAGE_BYTES_MAX } from '@adtally/contract/service/files.ts'
import { queryOptions } from '@tanstack/react-query'
import { request, requestImage } from './api.ts'

export type StoredImage = OutputOf<typeof fileUpload>

/** Why an image is not even sent (SPEC §5); the server checks the same. */
export type ImageFault = 'tooLarge' | 'notImage'

/** Smaller ones are sent unchanged. */
const SHRINK_ABOVE_BYTES = 700_000
const SIDE_MAX = 2_560
const QUALITY = 0.86

/** What is wrong with a chosen file, or null. */
export function imageFault(file: File): ImageFault | null {
  if (!/^image\/(jpeg|png|webp|gif)$/.test(file.type)) return 'notImage'
  return file.size > IMAGE_BYTES_MAX ? 'tooLarge' : null
}

/** Uploads an image, scaled down first if it is large. Throws `ApiError`, `ConnectionError`. */
export async function uploadImage(file: File, use: FileUse, signal: AbortSignal): Promise<StoredImage> {
  return await request(fileUpload, { use }, { file: await smaller(file), signal })
}

/** A customer's image; an id names the same picture for good. */
export function imageQuery(file_id: string) {
  return queryOptions({
    queryKey: ['image', file_id],
    queryFn: ({ signal }) => requestImage(file_id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  })
}

/** Scales a photograph to the stored size, which saves minutes on a slow connection. */
async function smaller(file: File): Promise<Blob> {
  if (file.size <= SHRINK_ABOVE_BYTES || file.type === 'image/gif') return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height))
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return file
    // Transparent parts would turn black in a JPEG.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const drawn = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    return drawn.size < file.size ? drawn : file
  } catch {
    // Undecodable: let the server say what is wrong.
    return file
  }
}
