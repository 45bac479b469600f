import type { AssetMediaType } from '@adtally/contract/enums.ts'

/** SPEC §9: pictures up to 5 MB; the same for creatives' films. */
export const ASSET_BYTES_MAX = 5 * 1024 * 1024

const SIGNATURES: readonly { type: AssetMediaType; at: number; bytes: readonly number[] }[] = [
  { type: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { type: 'video/mp4', at: 4, bytes: [0x66, 0x74, 0x79, 0x70] },
]

export const EXTENSIONS: Record<AssetMediaType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
}

/** Servers' other names for a type, and the types they state for unknown files. */
const SAID_OF: Record<string, AssetMediaType> = { 'image/apng': 'image/png', 'image/jpg': 'image/jpeg' }
const SAYS_NOTHING = new Set(['application/octet-stream', 'binary/octet-stream'])

/** A file's type by its first bytes, whatever its name; null for types that no creative may have. */
export function mediaTypeOf(content: Buffer): AssetMediaType | null {
  const found = SIGNATURES.find(({ at, bytes }) => bytes.every((byte, index) => content[at + index] === byte))
  return found?.type ?? null
}

/** Whether the type a server stated is compatible with the file's actual type. */
export function agrees(stated: string | null, type: AssetMediaType): boolean {
  return stated === null || SAYS_NOTHING.has(stated) || (SAID_OF[stated] ?? stated) === type
}
