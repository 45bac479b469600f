import type { StaffRole } from '@adtally/contract/enums.ts'
import type { FileUse } from '@adtally/contract/service/files.ts'

/** More than any phone's photograph has; larger images are refused (SECURITY: a bomb of 256 megapixels). */
export const PIXELS_MAX = 60_000_000
/** Longest side of a kept image: enough to read a photographed document. */
export const SIDE_MAX = 2_560
export const QUOTA_BYTES = 100 * 1024 * 1024
export const UPLOADS_A_DAY_MAX = 100
/** An unattached image this old is removed. */
export const UNATTACHED_KEPT_MS = 24 * 60 * 60 * 1000

/** Formats that are read; a file's name and declared type do not matter. */
const READ = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
])

/** The decoder for a media type; null where the format is not read. */
export function decoderOf(media_type: string | undefined): string | null {
  return READ.get(media_type ?? '') ?? null
}

/** Whether an image this large may be decoded. */
export function isDecodable(width: number, height: number): boolean {
  return width > 0 && height > 0 && width * height <= PIXELS_MAX
}

/** The staff roles that see a use's images (SECURITY); the auditor reads all (PRODUCT §15). */
export const VIEWERS: Record<FileUse, readonly StaffRole[]> = {
  chat: ['support', 'risk', 'auditor'],
  feedback: ['support', 'content', 'risk', 'auditor'],
  hold_document: ['risk', 'auditor'],
  exchange: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
}

/** Whether these roles may see images of this use. */
export function maySee(use: FileUse, roles: readonly StaffRole[]): boolean {
  return VIEWERS[use].some((role) => roles.includes(role))
}
