import { chownSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataFolder } from '../database/embedded/data-folder-lock.ts'
import { hasCluster, type Location, locate } from '../database/embedded/location.ts'
import { makeFolder } from '../database/make-folder.ts'
import { type CopiedFile, copyFile } from '../database/setup/copy-files.ts'
import { anotherSecret, secretDigest } from '../database/setup/made-with.ts'
import { StartError } from '../database/start-error.ts'
import { deriveSecrets, readMasterSecret, type SecretFor } from '../secrets.ts'
import {
  CLUSTER,
  DATA,
  type Manifest,
  notWhole,
  readManifest,
  refuseChanged,
  refuseCut,
  schemaDigest,
  sha256Of,
} from './manifest.ts'

/** The only major version whose files this program can run. */
const POSTGRES = '18'

/**
 * Puts a backup's files where a program with this `data_dir` will find them; `given_secret` is the setting `SECRET`,
 * if set. Checks everything before it writes anything. Throws `StartError` if the backup is incomplete, belongs to
 * another version or secret, or would overwrite other data.
 */
export async function restore(
  folder: string,
  data_dir: string,
  given_secret: string | undefined,
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  if (manifest.postgres !== POSTGRES || manifest.schema_digest !== schemaDigest())
    throw new StartError(
      `The backup in ${folder} was made by another version of this program; restore it with that version.`,
    )
  const secret = secretOf(folder, data_dir, manifest, given_secret)
  refuseChanged(folder, manifest, secret)
  await refuseCut(folder, manifest)
  const unlock = await lockDataFolder(data_dir)
  try {
    if (hasCluster(data_dir))
      throw new StartError(`${data_dir} has data already; restore into another folder, by DATA_DIR.`)
    await refuseFilled(data_dir, manifest)
    await copyData(folder, data_dir, manifest)
    await copyCluster(folder, locate(data_dir), manifest)
  } finally {
    await unlock()
  }
  return manifest
}

/** The secret that the program would use: the setting, the folder's own, or the one in the backup. */
function secretOf(
  folder: string,
  data_dir: string,
  { secret_digest }: Manifest,
  given_secret: string | undefined,
): SecretFor {
  const master = given_secret ?? readMasterSecret(data_dir) ?? readMasterSecret(join(folder, DATA))
  if (master === null)
    throw new StartError(`The backup in ${folder} was made with a SECRET that is not in it; set the same.`)
  const secret = deriveSecrets(master)
  if (secretDigest(secret) !== secret_digest) throw anotherSecret(`The backup in ${folder}`)
  return secret
}

/** Throws if a file of the backup already exists with other content. */
async function refuseFilled(data_dir: string, { files }: Manifest): Promise<void> {
  const within = `${DATA}/`
  for (const { path, sha256 } of files.filter((each) => each.path.startsWith(within))) {
    const there = join(data_dir, path.slice(within.length))
    if (existsSync(there) && (await sha256Of(there)) !== sha256)
      throw new StartError(
        `${there} is there already with other content; restore into another folder, by DATA_DIR.`,
      )
  }
}

async function copyData(folder: string, data_dir: string, { folders, files }: Manifest): Promise<void> {
  const within = `${DATA}/`
  for (const path of folders.filter((each) => each.startsWith(within)))
    makeFolder(join(data_dir, path.slice(within.length)), 0o700)
  for (const file of files.filter((each) => each.path.startsWith(within))) {
    const to = join(data_dir, file.path.slice(within.length))
    if (existsSync(to)) continue
    // Renamed only once complete, so that a restore that was killed can be run again.
    await copyWhole(folder, file, `${to}.partial`)
    renameSync(`${to}.partial`, to)
  }
}

/** Copies a file that was checked before. Throws `StartError` if it has changed since. */
async function copyWhole(folder: string, file: CopiedFile, to: string): Promise<void> {
  const copied = await copyFile(join(folder, file.path), to, file.path)
  if (copied?.sha256 !== file.sha256) throw notWhole(folder, `${file.path} changed while it was copied`)
}

/** Copied aside and moved into place, so that a program never starts on half a cluster. */
async function copyCluster(folder: string, location: Location, { folders, files }: Manifest): Promise<void> {
  const within = `${CLUSTER}/`
  const draft = `${location.cluster}.${process.pid}`
  const { uid, gid } = location.user
  const give = (path: string) => {
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  }
  try {
    makeFolder(draft, 0o700)
    give(draft)
    for (const path of folders.filter((each) => each.startsWith(within))) {
      const to = join(draft, path.slice(within.length))
      makeFolder(to, 0o700)
      give(to)
    }
    for (const file of files.filter((each) => each.path.startsWith(within))) {
      const to = join(draft, file.path.slice(within.length))
      await copyWhole(folder, file, to)
      give(to)
    }
    renameSync(draft, location.cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}
