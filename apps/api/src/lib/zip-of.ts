import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** An archive of small files, held in memory; `mtime` is when they are said to be of. */
export async function zipOf(
  files: readonly { path: string; content: string }[],
  mtime: Date,
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { path, content } of files) zip.addBuffer(Buffer.from(content), path, { mtime })
  zip.end()
  return await buffer(zip.outputStream)
}
