import { chownSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyFile } from '../database/copy-files.ts'
import { lockDataFolder } from '../database/embedded/data-folder-lock.ts'
import { hasHome, type Location, locate } from '../database/embedded/location.ts'
import { anotherSecret, secretDigest } from '../database/made-with.ts'
import { makeFolder } from '../database/make-folder.ts'
import { StartError } from '../database/start-error.ts'
import { deriveSecrets, readMasterSecret } from '../secrets.ts'
import { CLUSTER, DATA } from './back-up.ts'
import { type Manifest, readManifest, refuseCut, schemaDigest } from './manifest.ts'

/** PostgreSQL's files are no other major version's. */
const POSTGRES = '18'

/**
 * Puts a backup's files where a program with this `data_dir` will find them; `given_secret` is `SECRET`, where it is set.
 * Everything is looked at before anything is written. Throws `StartError` where the backup is not whole, is another
 * version's or another secret's, or where something is there already.
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
  refuseAnotherSecret(folder, data_dir, manifest, given_secret)
  await refuseCut(folder, manifest)
  const unlock = await lockDataFolder(data_dir)
  try {
    if (hasHome(data_dir) && existsSync(join(locate(data_dir).cluster, 'PG_VERSION')))
      throw new StartError(`${data_dir} has data already; restore into another folder, by DATA_DIR.`)
    await copyData(folder, data_dir, manifest)
    await copyCluster(folder, locate(data_dir), manifest)
  } finally {
    await unlock()
  }
  return manifest
}

/** What the program would take for its secret: what is set, what its folder has, or what comes with the backup. */
function refuseAnotherSecret(
  folder: string,
  data_dir: string,
  { secret_digest }: Manifest,
  given_secret: string | undefined,
): void {
  const master = given_secret ?? readMasterSecret(data_dir) ?? readMasterSecret(join(folder, DATA))
  if (master === null)
    throw new StartError(`The backup in ${folder} was made with a SECRET that is not in it; set the same.`)
  if (secretDigest(deriveSecrets(master)) !== secret_digest) throw anotherSecret(`The backup in ${folder}`)
}

async function copyData(folder: string, data_dir: string, { folders, files }: Manifest): Promise<void> {
  const within = `${DATA}/`
  for (const path of folders.filter((each) => each.startsWith(within)))
    makeFolder(join(data_dir, path.slice(within.length)), 0o700)
  for (const { path } of files.filter((each) => each.path.startsWith(within))) {
    const to = join(data_dir, path.slice(within.length))
    if (!existsSync(to)) await copyFile(join(folder, path), to, path)
  }
}

/** Made aside and moved into place, so that a restore that was killed leaves nothing that a program would start on. */
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
    for (const { path } of files.filter((each) => each.path.startsWith(within))) {
      const to = join(draft, path.slice(within.length))
      await copyFile(join(folder, path), to, path)
      give(to)
    }
    renameSync(draft, location.cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}
