import type { LedgerMode } from '@adtally/contract/enums.ts'
import type { Client } from 'pg'
import type { SecretFor } from '../../secrets.ts'
import { SUPERUSER } from '../embedded/initialise.ts'
import { codeOf } from '../start-error.ts'
import { type ProcessRole, rolesOf } from './process-roles.ts'
import { createRole, givenLogins, groupOf, loginWith, OWNER_ROLE, passwordOf } from './roles.ts'

/** Whose logins change to whose. */
export interface SecretChange {
  old: SecretFor
  next: SecretFor
  mode: LedgerMode
}

/** In an open transaction of the embedded server's superuser: its roles log in by the next secret from the commit on. */
export async function changePasswords(client: Client, { next, mode }: SecretChange): Promise<void> {
  for (const role of [SUPERUSER, OWNER_ROLE, ...rolesOf(mode).map(groupOf)])
    await client.query(`alter role ${role} ${loginWith(passwordOf(role, next))}`)
}

/**
 * In an open transaction of the owner on a server of one's own: logins of the next secret enter this database, those of the
 * old one no longer do. The old ones go, unless another database of this server still has them.
 */
export async function replaceLogins(client: Client, { old, next, mode }: SecretChange): Promise<void> {
  const place = { host: client.host, port: client.port, database: client.database ?? '' }
  const [before, after] = [givenLogins(place, old), givenLogins(place, next)]
  const entering = rolesOf(mode)
  for (const role of entering) {
    const { user, password } = after[role]
    await createRole(client, user, `${loginWith(password)} inherit in role ${groupOf(role)}`)
  }
  await client.query(`do $$ begin
    execute format('grant connect on database %I to ${namesOf(after, entering)}', current_database());
    execute format('revoke connect on database %I from ${namesOf(before, entering)}', current_database());
  end $$`)
  for (const role of entering) await dropUnlessUsed(client, before[role].user)
}

function namesOf(logins: Record<ProcessRole, { user: string }>, roles: readonly ProcessRole[]): string {
  return roles.map((role) => logins[role].user).join(', ')
}

async function dropUnlessUsed(client: Client, login: string): Promise<void> {
  await client.query('savepoint before_login')
  try {
    await client.query(`drop role ${login}`)
  } catch (error) {
    // 2BP01: it enters another database; 42501: another owner made it.
    if (codeOf(error) !== '2BP01' && codeOf(error) !== '42501') throw error
    await client.query('rollback to savepoint before_login')
  }
}
