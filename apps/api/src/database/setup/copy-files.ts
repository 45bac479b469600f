import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '../start-error.ts'

/** A file as written: path, length, and hash. */
export interface CopiedFile {
  path: string
  bytes: number
  sha256: string
}

/** The contents of a folder, with relative paths, parents before children. */
export interface Tree {
  folders: string[]
  files: string[]
  /** Symbolic links, which are not followed. */
  links: string[]
}

/** Lists what is below `root`, except `isLeftOut`; folders that are left out are listed without their contents. */
export async function listTree(root: string, isLeftOut: (path: string) => boolean): Promise<Tree> {
  const tree: Tree = { folders: [], files: [], links: [] }
  const waiting = ['']
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(absent)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        tree.folders.push(path)
        if (!isLeftOut(path)) waiting.push(path)
      } else if (isLeftOut(path)) continue
      else if (entry.isFile()) tree.files.push(path)
      else if (entry.isSymbolicLink()) tree.links.push(path)
    }
  }
  return tree
}

/**
 * Copies a file and describes what was written as `path`; null if it was gone before it could be read. A file that
 * changes meanwhile is copied as it is read.
 */
export async function copyFile(from: string, to: string, path: string): Promise<CopiedFile | null> {
  const hash = createHash('sha256')
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(createReadStream(from), counted, createWriteStream(to, { mode: 0o600, flush: true }))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

/** Writes a text; describes it like `copyFile`. */
export function writeText(to: string, text: string, path: string): CopiedFile {
  writeFileSync(to, text, { mode: 0o600, flush: true })
  return { path, bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
}

/** The folder disappeared while its parent was read. */
function absent(error: unknown): [] {
  if (codeOf(error) === 'ENOENT') return []
  throw error
}
