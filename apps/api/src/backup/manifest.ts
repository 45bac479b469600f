import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { readMigrations } from '../database/migration-files.ts'
import { StartError } from '../database/start-error.ts'

/** Written last, so that a folder with one is whole but for what happened to it afterwards. */
export const MANIFEST = 'backup.json'

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
  folders: z.array(z.string()),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifest>

/** Tells this version's tables from another's. */
export function schemaDigest(): string {
  const hash = createHash('sha256')
  for (const { name, checksum } of readMigrations()) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex')
}

/** Holds every file to what the backup says of it. Throws `StartError`, a sentence, for one that is not what was written. */
export async function refuseCut(folder: string, { files }: Manifest): Promise<void> {
  for (const file of files) {
    const there = statSync(join(folder, file.path), { throwIfNoEntry: false })
    if (!there) throw notWhole(folder, `${file.path} is missing`)
    if (there.size !== file.bytes)
      throw notWhole(folder, `${file.path} has ${there.size} bytes of ${file.bytes}`)
  }
  for (const file of files) {
    if ((await sha256Of(join(folder, file.path))) !== file.sha256)
      throw notWhole(folder, `${file.path} is not what was written`)
  }
}

/** What `folder` says it holds. Throws `StartError`, a sentence, where it is no backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST)
  const text = await readFile(path, 'utf8').catch(() => null)
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

function notWhole(folder: string, why: string): StartError {
  return new StartError(`The backup in ${folder} is not whole: ${why}. Use another one.`)
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
