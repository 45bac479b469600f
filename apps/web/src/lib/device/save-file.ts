import type { OutputOf } from '@adtally/contract/call.ts'
import type { contractFile } from '@adtally/contract/contracts.ts'
import { ConnectionError } from '../api-error.ts'
import { sha256Hex } from './sha256.ts'

/** A file as calls answer it. */
export type FileAnswer = Pick<OutputOf<typeof contractFile>, 'file_name' | 'sha256' | 'content'> & {
  media_type: string
}

/** The bytes of a file that came with a reply. Throws `ConnectionError` where they are not those that were announced. */
export function bytesOf({ content, sha256 }: FileAnswer): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  if (sha256Hex(bytes) !== sha256) throw new ConnectionError(new Error('the file is not what was announced'))
  return bytes
}

/** How long a browser may take to begin reading a file that is saved. */
const READ_MS = 60_000

/** Hands a file to the device, to be kept under its name. */
export function saveFile(file: FileAnswer): void {
  saveBlob(new Blob([bytesOf(file)], { type: file.media_type }), file.file_name)
}

/** The same of bytes that came as they are. */
export function saveBlob(content: Blob, file_name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = file_name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), READ_MS)
}
