import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream, lstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { readMigrations } from '../database/setup/migration-files.ts'
import { StartError } from '../database/start-error.ts'
import type { SecretFor } from '../secrets.ts'

/** Written last: a folder that has one was complete when it was made. */
export const MANIFEST = 'backup.json'

/** Subfolders of a backup: PostgreSQL's files, and the data folder's. */
export const CLUSTER = 'cluster'
export const DATA = 'data'

/** A relative path below one of the two, so that nothing is restored outside. */
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
  /** PostgreSQL's major version; no other version reads its files. */
  postgres: z.string(),
  /** Digest of the migrations that made the tables. */
  schema_digest: z.string(),
  /** Digest of the secret that opens the backup; reveals nothing about it. */
  secret_digest: z.string(),
  /** Relative paths, parents first. */
  folders: z.array(path),
  files: z.array(z.strictObject({ path, bytes: z.number(), sha256: z.string() })),
  /** HMAC-SHA256 of everything above under the secret, so that nothing can be taken out of the list unnoticed. */
  seal: z.string(),
})
export type Manifest = z.infer<typeof manifest>

/** A digest that tells this version's tables from another version's. */
export function schemaDigest(): string {
  const hash = createHash('sha256')
  for (const { name, checksum } of readMigrations()) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex')
}

/** Checks every file against the manifest. Throws `StartError` with a sentence for the first that differs. */
export async function refuseCut(folder: string, { folders, files }: Manifest): Promise<void> {
  // Links and devices are refused: they lead out of the backup or never end.
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

/** Checks the manifest's seal. Throws `StartError` with a sentence if the list was changed. */
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

/** Reads the manifest of `folder`. Throws `StartError` with a sentence if it is not a backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null)
    throw new StartError(`${folder} is no whole backup: it has no ${MANIFEST}, which is written last.`)
  let content: unknown = null
  try {
    content = JSON.parse(text)
  } catch {
    // Not JSON: reported below, like a missing member.
  }
  const parsed = z.safeParse(manifest, content)
  if (!parsed.success) throw notWhole(folder, `${MANIFEST} is damaged`)
  return parsed.data
}

/** The error that refuses a backup, with the reason. */
export function notWhole(folder: string, why: string): StartError {
  return new StartError(`The backup in ${folder} is not whole: ${why}. Use another one.`)
}

/** A file's SHA-256 in hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
