import type { StaffRole } from '@adtally/contract/enums.ts'
import type { FileUse } from '@adtally/contract/service/files.ts'

/** What is decoded at all; a phone's largest photographs have fewer (SECURITY: a bomb of 256 megapixels is refused). */
export const PIXELS_MAX = 60_000_000
/** Longest side of what is kept: enough to read a photographed document. */
export const SIDE_MAX = 2_560
/** What one customer's images may take up. */
export const QUOTA_BYTES = 100 * 1024 * 1024
/** Images that one customer may upload in a day. */
export const UPLOADS_A_DAY_MAX = 100
/** An image that nothing has taken up by then is removed. */
export const UNATTACHED_KEPT_MS = 24 * 60 * 60 * 1000

/** Formats that are read; what a file is called or says it is does not matter. */
const READ = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
])

/** The decoder's name of a format that is read; null for any other media type. */
export function decoderOf(media_type: string | undefined): string | null {
  return READ.get(media_type ?? '') ?? null
}

/** Whether an image of these sides may be decoded. */
export function isDecodable(width: number, height: number): boolean {
  return width > 0 && height > 0 && width * height <= PIXELS_MAX
}

/** Which staff see the images of a use (SECURITY); the auditor reads all (PRODUCT §15). */
export const VIEWERS: Record<FileUse, readonly StaffRole[]> = {
  chat: ['support', 'risk', 'auditor'],
  feedback: ['support', 'content', 'auditor'],
  hold_document: ['risk', 'auditor'],
  exchange: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
}

/** Whether somebody with these roles may see images of this use. */
export function maySee(use: FileUse, roles: readonly StaffRole[]): boolean {
  return VIEWERS[use].some((role) => roles.includes(role))
}
