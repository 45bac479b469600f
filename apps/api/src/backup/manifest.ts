import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream, lstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { readMigrations } from '../database/setup/migration-files.ts'
import { StartError } from '../database/start-error.ts'
import type { SecretFor } from '../secrets.ts'

/** Written last, so that a folder with one is whole but for what happened to it afterwards. */
export const MANIFEST = 'backup.json'

/** In a backup: PostgreSQL's files, and the data folder's. */
export const CLUSTER = 'cluster'
export const DATA = 'data'

/** Below one of the two, written as a path is, so that nothing that is restored lies elsewhere. */
const path = z
  .string()
  .check(
    z.refine(
      (each) => /^(cluster|data)\/.*[^/]$/s.test(each) && !each.includes('\0') && normalize(each) === each,
    ),
  )

/** What a backup holds, and what a program has to be to go on with it. */
const manifest = z.strictObject({
  made_at: z.iso.datetime(),
  /** PostgreSQL's major version: its files are no other's. */
  postgres: z.string(),
  /** Of the tables that the program made. */
  schema_digest: z.string(),
  /** Of the secret that opens it; gives nothing of it away. */
  secret_digest: z.string(),
  /** Relative, those above before those below. */
  folders: z.array(path),
  files: z.array(z.strictObject({ path, bytes: z.number(), sha256: z.string() })),
  /** HMAC-SHA256 of all of the above, by the secret: a list that something was taken out of is not the one that was written. */
  seal: z.string(),
})
export type Manifest = z.infer<typeof manifest>

/** Tells this version's tables from another's. */
export function schemaDigest(): string {
  const hash = createHash('sha256')
  for (const { name, checksum } of readMigrations()) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex')
}

/** Holds every file to what the backup says of it. Throws `StartError`, a sentence, for one that is not what was written. */
export async function refuseCut(folder: string, { folders, files }: Manifest): Promise<void> {
  // What is no plain folder or file leads out of the backup, or is never read to its end.
  const known = new Set([CLUSTER, DATA, ...folders])
  for (const each of known) {
    if (!lstatSync(join(folder, each), { throwIfNoEntry: false })?.isDirectory())
      throw notWhole(folder, `${each} is missing, or is no folder`)
  }
  for (const file of files) {
    const there = lstatSync(join(folder, file.path), { throwIfNoEntry: false })
    if (!there) throw notWhole(folder, `${file.path} is missing`)
    if (!there.isFile() || !known.has(dirname(file.path)))
      throw notWhole(folder, `${file.path} is no plain file`)
    if (there.size !== file.bytes)
      throw notWhole(folder, `${file.path} has ${there.size} bytes of ${file.bytes}`)
  }
  for (const file of files) {
    if ((await sha256Of(join(folder, file.path))) !== file.sha256)
      throw notWhole(folder, `${file.path} is not what was written`)
  }
}

/** The list with its seal. */
export function sealed(list: Omit<Manifest, 'seal'>, secret: SecretFor): Manifest {
  return { ...list, seal: sealOf(list, secret).toString('hex') }
}

/** Holds the list to its seal. Throws `StartError`, a sentence, where it is not what was written. */
export function refuseChanged(folder: string, { seal, ...list }: Manifest, secret: SecretFor): void {
  const [written, found] = [Buffer.from(seal, 'hex'), sealOf(list, secret)]
  if (written.length !== found.length || !timingSafeEqual(written, found))
    throw notWhole(folder, `${MANIFEST} is not what was written`)
}

function sealOf(list: Omit<Manifest, 'seal'>, secret: SecretFor): Buffer {
  const { made_at, postgres, schema_digest, secret_digest, folders, files } = list
  const all = files.map(({ path: name, bytes, sha256 }) => [name, bytes, sha256])
  const text = JSON.stringify([made_at, postgres, schema_digest, secret_digest, folders, all])
  return createHmac('sha256', secret('backup')).update(text).digest()
}

/** What `folder` says it holds. Throws `StartError`, a sentence, where it is no backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null)
    throw new StartError(`${folder} is no whole backup: it has no ${MANIFEST}, which is written last.`)
  let content: unknown = null
  try {
    content = JSON.parse(text)
  } catch {
    // Said below, as for a member that is missing.
  }
  const parsed = z.safeParse(manifest, content)
  if (!parsed.success) throw notWhole(folder, `${MANIFEST} is damaged`)
  return parsed.data
}

/** Why a backup is not taken. */
export function notWhole(folder: string, why: string): StartError {
  return new StartError(`The backup in ${folder} is not whole: ${why}. Use another one.`)
}

/** What tells a file's bytes from any others. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
