import { type Connection, connect, onConnection } from '../../database/connection.ts'
import { PROCESS_ROLES } from '../../database/setup/process-roles.ts'
import { groupOf } from '../../database/setup/roles.ts'

const USER = 'adtally_tests'

/**
 * A login that no program has, made where it is missing: a member of every process role, for whoever calls acts of all of
 * them in one process, and sees what others wait for. It enters `database`.
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
