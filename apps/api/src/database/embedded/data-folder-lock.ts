import { createHash } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { makeFolder } from '../make-folder.ts'
import { codeOf, dataFolderError, StartError } from '../start-error.ts'

/** Releases the lock. */
export type Unlock = () => Promise<void>

/** Makes this process the only program on a data folder. Throws `StartError` if another one is using it. */
export async function lockDataFolder(data_dir: string): Promise<Unlock> {
  const unlock = await lockFolder(data_dir)
  if (unlock) return unlock
  throw new StartError(`Another program is running on the data folder ${data_dir}; stop it, or set DATA_DIR.`)
}

/**
 * Locks a folder for this process, or answers null if another one has it. The lock is a name in the kernel (an
 * abstract UNIX socket), so it ends with the process, however that ends. Only Linux has such names; elsewhere every
 * try succeeds.
 */
export async function lockFolder(folder: string): Promise<Unlock | null> {
  const name = lockName(folder)
  if (process.platform !== 'linux') return async () => {}
  const server = createServer((socket) => socket.destroy())
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (codeOf(error) === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(`\0${name}`, () => {
      resolve(() => new Promise((closed) => void server.close(() => closed())))
    })
  })
}

/** Named by device and inode, so that all paths to a folder give the same name. */
function lockName(data_dir: string): string {
  try {
    makeFolder(data_dir)
    const { dev, ino } = statSync(realpathSync(data_dir))
    return `adtally-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`
  } catch (error) {
    throw dataFolderError(data_dir, error)
  }
}
