import { type Connection, connect, onConnection } from '../../database/connection.ts'
import { PROCESS_ROLES } from '../../database/setup/process-roles.ts'
import { groupOf } from '../../database/setup/roles.ts'

const USER = 'adtally_tests'

/**
 * Makes a login that no program has, if missing: a member of every process role, for tests that call acts of all of
 * them in one process and see what others wait for. It may connect to `database`.
 */
export async function makeWideLogin(superuser: Connection, database: string): Promise<Connection> {
  const login = { ...superuser, user: USER, password: 'tests', database }
  await onConnection(connect(superuser), async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [USER])
    const groups = ['pg_read_all_stats', ...PROCESS_ROLES.map(groupOf)].join(', ')
    if (rowCount === 0)
      await client.query(`create role ${USER} login password '${login.password}' in role ${groups}`)
    await client.query(`grant connect on database ${database} to ${USER}`)
  })
  return login
}
