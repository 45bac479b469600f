import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

/** The user that PostgreSQL runs as. `undefined` ids: the program's own user. */
export interface SystemUser {
  uid: number | undefined
  gid: number | undefined
}

const OWN_USER: SystemUser = { uid: undefined, gid: undefined }

/**
 * The user to run PostgreSQL as, because it refuses root. For root: the owner of the cluster or, if there is none, of
 * the home that an earlier start left, else `postgres` or `nobody`. Otherwise the program's own user.
 */
export function userForPostgres(home: string): SystemUser {
  if (process.getuid?.() !== 0) return OWN_USER
  const present =
    statSync(join(home, 'cluster'), { throwIfNoEntry: false }) ?? statSync(home, { throwIfNoEntry: false })
  if (present && present.uid !== 0) return { uid: present.uid, gid: present.gid }
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.',
  )
}

/** `spawn` options that run a child as `user`, with an environment that can't affect PostgreSQL. */
export function runAs(user: SystemUser, cwd: string) {
  const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return {
    cwd,
    env: environment,
    ...(user.uid !== undefined && { uid: user.uid }),
    ...(user.gid !== undefined && { gid: user.gid }),
  }
}

/** Whether `user` can reach a folder; tried, because any folder above may forbid it. */
export function canReach(user: SystemUser, folder: string): boolean {
  if (user.uid === undefined) return true
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...runAs(user, '/'), stdio: 'ignore' }).status ===
    0
  )
}
