import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '../start-error.ts'
import { withSpeakableBinaries } from './binaries.ts'
import type { Location } from './location.ts'
import { serverWords } from './server-words.ts'
import { runAs } from './system-user.ts'

export const SUPERUSER = 'postgres'

/**
 * Creates the cluster if there is none yet: UTF-8, code-point order on every machine, SCRAM passwords, page
 * checksums. Created in a draft folder and then moved, so that a kill leaves nothing half-made.
 */
export async function initialiseCluster(
  binaries: string,
  location: Location,
  password: string,
): Promise<void> {
  removeDrafts(location)
  if (existsSync(join(location.cluster, 'PG_VERSION'))) return
  const draft = `${location.cluster}.${process.pid}`
  const password_file = `${draft}.password`
  writeFileSync(password_file, password, { mode: 0o600 })
  const { uid, gid } = location.user
  if (uid !== undefined && gid !== undefined) chownSync(password_file, uid, gid)
  const [init, problem] = await withSpeakableBinaries(binaries, location.user, (speakable) =>
    runInitdb(speakable, location, draft, password_file),
  ).finally(() => rmSync(password_file, { force: true }))
  if (init.exitCode !== 0) {
    rmSync(draft, { recursive: true, force: true })
    const reason = serverWords(problem || endOf(init))
    throw new StartError(`PostgreSQL could not create its data in ${location.home}: ${reason}.`)
  }
  try {
    renameSync(draft, location.cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another program that started at the same moment was faster.
    if (!existsSync(join(location.cluster, 'PG_VERSION'))) throw error
  }
}

/** Runs initdb; answers its messages. */
async function runInitdb(
  binaries: string,
  { user, home }: Location,
  draft: string,
  password_file: string,
): Promise<[ChildProcess, string]> {
  const init = spawn(
    join(binaries, 'initdb'),
    [
      ...['--pgdata', draft, '--username', SUPERUSER, '--pwfile', password_file, '--auth', 'scram-sha-256'],
      ...[
        '--encoding',
        'UTF8',
        '--locale',
        'C',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
      ],
      ...['--no-instructions', '--data-checksums'],
    ],
    { ...runAs(user, home), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const [problem] = await Promise.all([text(init.stderr), once(init, 'close')])
  return [init, problem]
}

function endOf({ signalCode, exitCode }: ChildProcess): string {
  return signalCode === null ? `initdb ended with code ${exitCode}` : `initdb was ended by ${signalCode}`
}

/** Removes what killed starts left half-made, including a password; only one program at a time is in here. */
function removeDrafts({ home, cluster }: Location): void {
  const drafts = readdirSync(home).filter(
    (name) => /^cluster\.\d+/.test(name) && join(home, name) !== cluster,
  )
  for (const name of drafts) rmSync(join(home, name), { recursive: true, force: true })
}
