import { existsSync } from 'node:fs'
import { runCommand } from './command.ts'

/** How long to wait for another program's lock, in seconds. */
const WAITS = 'DPkg::Lock::Timeout=300'

/** The installation in progress: one at a time, because apt-get locks others out. */
let installing: Promise<void> = Promise.resolve()

/** Installs Debian packages if this process may (root, apt-get), else does nothing: callers check the result. */
export async function installPackages(packages: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  installing = installing.then(() => install(packages))
  await installing
}

async function install(packages: readonly string[]): Promise<void> {
  // RUNLEVEL 1: a package with a service (PostgreSQL with pgbench) must not start it.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const common = { program: 'apt-get', env, output: 'live', timeout_ms: 600_000 } as const
  console.log(`Installing ${packages.join(', ')}`)
  await runCommand({ ...common, name: 'apt-get update', args: ['update', '-qq'] })
  await runCommand({
    ...common,
    name: 'apt-get install',
    args: ['install', '-y', '-qq', '--no-install-recommends', '-o', WAITS, ...packages],
  })
}
