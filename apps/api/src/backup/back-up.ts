import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Client } from 'pg'
import { type CopiedCluster, copyCluster } from '../database/embedded/copy-cluster.ts'
import { lockDataFolder } from '../database/embedded/data-folder-lock.ts'
import { hasHome, locate } from '../database/embedded/location.ts'
import { runningPostmaster } from '../database/embedded/postmaster.ts'
import { makeFolder } from '../database/make-folder.ts'
import { asSuperuser } from '../database/setup/as-superuser.ts'
import { type CopiedFile, copyFile, listTree, writeText } from '../database/setup/copy-files.ts'
import { madeWith } from '../database/setup/made-with.ts'
import { StartError } from '../database/start-error.ts'
import type { Settings } from '../settings.ts'
import { CLUSTER, DATA, MANIFEST, type Manifest, schemaDigest, sealed } from './manifest.ts'

/** Files of a data folder that a backup leaves out: the cluster, staff sessions and half-written files. */
const NOT_DATA = /^(postgres|postgres-location|staff-sessions)(\/|$)|\.partial$/

/**
 * Copies everything that a program on the embedded PostgreSQL keeps (books, logins, sealed contracts, uploads, a
 * secret that it made itself) into `folder` as of one moment, while the program runs. The folder is readable by its
 * owner alone, since it opens everything. Throws `StartError` if there is nothing to copy or `folder` is not empty.
 */
export async function backUp(settings: Settings, folder: string): Promise<Manifest> {
  const { data_dir, database_url } = settings
  if (database_url !== null)
    throw new StartError(
      'A PostgreSQL of your own is backed up by its own tools (pg_basebackup, or its host’s); keep DATA_DIR beside it.',
    )
  if (!hasHome(data_dir))
    throw new StartError(`There is no data in ${data_dir} yet; say by DATA_DIR where it is.`)
  if (!relative(resolve(data_dir), resolve(folder)).startsWith('..'))
    throw new StartError(
      `${folder} lies in ${data_dir}, which it would be a copy of; name a folder elsewhere.`,
    )
  refuseFilled(folder)
  makeFolder(folder, 0o700)
  const files = new Map<string, CopiedFile>()
  // Copied before and after the cluster: the books in between may still name a file that is deleted meanwhile.
  const folders = await copyData(data_dir, join(folder, DATA), files)
  const cluster = await copyRunning(settings, join(folder, CLUSTER))
  for (const path of await copyData(data_dir, join(folder, DATA), files)) folders.add(path)
  const within = (part: string, path: string) => join(part, path)
  const list = {
    made_at: new Date().toISOString(),
    postgres: readFileSync(join(folder, CLUSTER, 'PG_VERSION'), 'utf8').trim(),
    schema_digest: schemaDigest(),
    secret_digest: madeWith(settings).secret_digest,
    folders: [
      ...[...folders].map((path) => within(DATA, path)),
      ...cluster.folders.map((path) => within(CLUSTER, path)),
    ],
    files: [
      ...[...files.values()].map((file) => ({ ...file, path: within(DATA, file.path) })),
      ...cluster.files.map((file) => ({ ...file, path: within(CLUSTER, file.path) })),
    ],
  }
  const manifest = sealed(list, settings.secret)
  writeText(join(folder, MANIFEST), JSON.stringify(manifest), MANIFEST)
  return manifest
}

function refuseFilled(folder: string): void {
  try {
    if (readdirSync(folder).length > 0)
      throw new StartError(`${folder} is not empty; name a folder for this backup alone.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    // The folder is missing or is a file; `makeFolder` deals with both.
  }
}

/** Copies the files that are not in `known` yet. */
async function copyData(data_dir: string, to: string, known: Map<string, CopiedFile>): Promise<Set<string>> {
  const { folders, files, links } = await listTree(data_dir, (path) => NOT_DATA.test(path))
  if (links[0] !== undefined)
    throw new StartError(
      `${join(data_dir, links[0])} is a link, and a backup has none: put there what it leads to.`,
    )
  const kept = folders.filter((path) => !NOT_DATA.test(path))
  makeFolder(to, 0o700)
  for (const path of kept) makeFolder(join(to, path), 0o700)
  for (const path of files) {
    if (known.has(path)) continue
    const file = await copyFile(join(data_dir, path), join(to, path), path)
    if (file) known.set(path, file)
  }
  return new Set(kept)
}

/** Copies from the running server, or starts one just for the copy. */
async function copyRunning({ data_dir, secret }: Settings, to: string): Promise<CopiedCluster> {
  const is_running = runningPostmaster(locate(data_dir).cluster) !== null
  const unlock = is_running ? async () => {} : await lockDataFolder(data_dir)
  try {
    const copy = (client: Client) => copyCluster(client, locate(data_dir).cluster, to)
    return await asSuperuser({ data_dir, secret }, copy)
  } finally {
    await unlock()
  }
}
