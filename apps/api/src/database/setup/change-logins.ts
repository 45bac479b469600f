import type { LedgerMode } from '@adtally/contract/enums.ts'
import type { Client } from 'pg'
import type { SecretFor } from '../../secrets.ts'
import { SUPERUSER } from '../embedded/initialise.ts'
import { codeOf } from '../start-error.ts'
import { type ProcessRole, rolesOf } from './process-roles.ts'
import { createRole, givenLogins, groupOf, loginWith, OWNER_ROLE, passwordOf } from './roles.ts'

export interface SecretChange {
  old: SecretFor
  next: SecretFor
  mode: LedgerMode
}

/** Gives the embedded server's roles the new secret's passwords, in an open transaction of its superuser. */
export async function changePasswords(client: Client, { next, mode }: SecretChange): Promise<void> {
  for (const role of [SUPERUSER, OWNER_ROLE, ...rolesOf(mode).map(groupOf)])
    await client.query(`alter role ${role} ${loginWith(passwordOf(role, next))}`)
}

/**
 * Replaces the old secret's logins with the new one's on the operator's own server, in an open transaction of the
 * owner. The old logins are dropped unless another database of this server uses them.
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
    // 2BP01: another database uses it; 42501: another owner created it.
    if (codeOf(error) !== '2BP01' && codeOf(error) !== '42501') throw error
    await client.query('rollback to savepoint before_login')
  }
}
