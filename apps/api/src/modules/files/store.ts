import { randomBytes } from 'node:crypto'
import { readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../database/make-folder.ts'
import { codeOf } from '../../database/start-error.ts'

/** Stores files' bytes. Names come only from `newName`, so that no path contains foreign text. */
export interface FileStore {
  /** Keeps bytes under a new name, all of them or none. */
  keep(name: string, content: Buffer): Promise<void>
  /** The bytes under a name; null where there are none. */
  read(name: string): Promise<Buffer | null>
  /** Removes the bytes under a name, if there are any. */
  remove(name: string): Promise<void>
}

/** A name that can't be guessed: 256 random bits. */
export function newName(): string {
  return randomBytes(32).toString('base64url')
}

/** A store below the data folder, readable by the program alone. */
export function localStore(data_dir: string): FileStore {
  const folder = join(data_dir, 'uploads')
  const folderOf = (name: string) => join(folder, name.slice(0, 2))
  const pathOf = (name: string) => join(folderOf(name), name)
  return {
    async keep(name, content) {
      makeFolder(folderOf(name), 0o700)
      const partial = `${pathOf(name)}.partial`
      await writeFile(partial, content, { mode: 0o600, flag: 'wx', flush: true })
      await rename(partial, pathOf(name))
    },
    read: (name) => readFile(pathOf(name)).catch(absent),
    remove: async (name) => {
      await unlink(pathOf(name)).catch(absent)
    },
  }
}

function absent(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}
