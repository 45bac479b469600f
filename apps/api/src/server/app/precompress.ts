import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const WORTH_IT_BYTES = 1_000
const TEXT = /\.(js|css|html|svg|json|webmanifest|txt)$/
const ENCODINGS = [
  {
    suffix: '.br',
    // The highest level takes seconds once and saves every first visit a thirteenth of its bytes.
    compress: (content: Buffer) => promisify(brotliCompress)(content, { params: brotliParams(content) }),
  },
  { suffix: '.gz', compress: (content: Buffer) => promisify(gzip)(content, { level: 9 }) },
]

function brotliParams(content: Buffer) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
}

/** Writes a `.br` and a `.gz` beside each text file of a build whose compressed form is missing or older. */
export async function precompress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const { mtimeMs, size } = await stat(path)
    if (size < WORTH_IT_BYTES) continue
    for (const { suffix, compress } of ENCODINGS) {
      const made = await stat(path + suffix).catch(() => null)
      if (made && made.mtimeMs >= mtimeMs) continue
      const draft = `${path}${suffix}.${randomUUID()}`
      await writeFile(draft, await compress(await readFile(path)))
      await rename(draft, path + suffix)
    }
  }
}
