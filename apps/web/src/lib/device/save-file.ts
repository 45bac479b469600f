import { ConnectionError } from '@adtally/client/api-error.ts'
import { saveBlob } from '@adtally/client/save-blob.ts'
import type { OutputOf } from '@adtally/contract/call.ts'
import type { contractFile } from '@adtally/contract/contracts.ts'
import { sha256Hex } from './sha256.ts'

/** A file as calls answer it. */
export type FileAnswer = Pick<OutputOf<typeof contractFile>, 'file_name' | 'sha256' | 'content'> & {
  media_type: string
}

/** A file's bytes from a reply. Throws `ConnectionError` if their hash is not the announced one. */
export function bytesOf({ content, sha256 }: FileAnswer): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  if (sha256Hex(bytes) !== sha256) throw new ConnectionError(new Error('the file is not what was announced'))
  return bytes
}

/** Saves a file to the device under its name. */
export function saveFile(file: FileAnswer): void {
  saveBlob(new Blob([bytesOf(file)], { type: file.media_type }), file.file_name)
}
