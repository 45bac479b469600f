import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { dataFolderError, StartError } from '../start-error.ts'
import { canReach, type SystemUser, userForPostgres } from './system-user.ts'

/** In the data folder: the home, or a file with its path. */
const HOME = 'postgres'
const POINTER = 'postgres-location'
const CLUSTER = 'cluster'
const SHARED_FOLDER = '/var/lib/adtally'
const PASSABLE = 0o755
// A UNIX socket's path is limited to 107 bytes; PostgreSQL adds `/.s.PGSQL.5432`.
const SOCKET_FOLDER_BYTES_MAX = 92

/** Where the files of a data folder's PostgreSQL are. */
export interface Location {
  user: SystemUser
  /** Contains `cluster` and `postgres.log`; owned by the user. */
  home: string
  cluster: string
  socket_folder: string
  /** Where binaries may be copied. */
  binaries_fallback: string
}

/**
 * Finds or creates the home of this data folder's cluster: inside the folder, or, for root in a folder that no other
 * user can reach, under /var/lib/adtally with a pointer file in the data folder. Throws `StartError`.
 */
export function locate(data_dir: string): Location {
  try {
    makeFolder(data_dir)
    const folder = realpathSync(data_dir)
    let home = homeOf(folder)
    const user = userForPostgres(home)
    if (!existsSync(home) && !canReach(user, folder)) {
      home = join(SHARED_FOLDER, `${hash(folder)}-${randomBytes(4).toString('hex')}`)
      makeSharedFolder()
      writeFileSync(join(folder, POINTER), `${home}\n`, { mode: 0o644, flush: true })
    }
    makeFolderFor(user, home)
    const location = {
      user,
      home,
      cluster: join(home, CLUSTER),
      binaries_fallback: user.uid === undefined ? home : SHARED_FOLDER,
    }
    return { ...location, socket_folder: socketFolder(home, user) }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw dataFolderError(data_dir, error)
  }
}

/** Whether this data folder's cluster has a home already; creates nothing. */
export function hasHome(data_dir: string): boolean {
  return [HOME, POINTER].some((name) => existsSync(join(data_dir, name)))
}

/** Whether this data folder has a cluster, not just a home for one; creates nothing. Throws `StartError`. */
export function hasCluster(data_dir: string): boolean {
  try {
    const version = join(homeOf(data_dir), CLUSTER, 'PG_VERSION')
    return statSync(version, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw dataFolderError(data_dir, error)
  }
}

function homeOf(folder: string): string {
  const pointer = join(folder, POINTER)
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(folder, HOME)
}

function socketFolder(home: string, user: SystemUser): string {
  const fits = (folder: string) => Buffer.byteLength(folder) <= SOCKET_FOLDER_BYTES_MAX
  if (fits(home)) return home
  const folder = [tmpdir(), '/tmp'].map((parent) => join(parent, `adtally-${hash(home)}`)).find(fits)
  if (folder === undefined)
    throw new StartError(
      `The path of ${home} is too long for a socket; set TMPDIR to a folder with a short one.`,
    )
  makeFolderFor(user, folder)
  if (!belongsToAlone(user, folder))
    throw new StartError(
      `${folder}, where PostgreSQL's socket goes, can be reached by other users; remove it, or set TMPDIR to a folder of your own.`,
    )
  return folder
}

/** Whether a folder is the user's and private; in a shared folder somebody else may have created it first. */
function belongsToAlone(user: SystemUser, folder: string): boolean {
  const found = lstatSync(folder)
  const is_theirs = found.uid === (user.uid ?? process.getuid?.())
  return found.isDirectory() && is_theirs && (found.mode & 0o077) === 0
}

/** Removes an ended server's socket folder, if it is outside its home; nothing else is in there. */
export function removeSocketFolder({ home, socket_folder }: Location): void {
  if (socket_folder !== home) rmSync(socket_folder, { recursive: true, force: true })
}

/**
 * The folder, created if missing, through which PostgreSQL's user reaches its own despite root's umask. Throws if it
 * can't be made.
 */
export function makeSharedFolder(): string {
  makeFolder(SHARED_FOLDER)
  const { mode } = statSync(SHARED_FOLDER)
  if ((mode & 0o777) !== PASSABLE) chmodSync(SHARED_FOLDER, PASSABLE)
  return SHARED_FOLDER
}

function makeFolderFor(user: SystemUser, folder: string): void {
  makeFolder(folder, 0o700)
  if (user.uid === undefined || user.gid === undefined) return
  // Owned by root: new, or left by a start that was killed before handing it over.
  if (statSync(folder).uid === 0) chownSync(folder, user.uid, user.gid)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
