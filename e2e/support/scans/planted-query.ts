import { randomBytes } from 'node:crypto'
import { type Connection, connect } from '../../../apps/api/src/database/connection.ts'
import type { PlantedPage } from './scan-door.ts'

/** The planted hole's path and its two parameters, of which only the first is a hole. */
export const PLANTED_QUERY = '/planted/harbours'

/** A page that pastes `name` into a query and passes `note` as a parameter, with a database login without rights. */
export async function plantQuery(
  superuser: Connection,
): Promise<{ page: PlantedPage; end: () => Promise<void> }> {
  const login = { user: 'planted', password: randomBytes(16).toString('hex') }
  const maker = await connect(superuser)
  try {
    await maker.query(`create role ${login.user} login password '${login.password}'`)
  } finally {
    await maker.end()
  }
  const client = await connect({ ...superuser, ...login })
  return {
    async page({ searchParams }, response) {
      const name = searchParams.get('name') ?? ''
      const note = searchParams.get('note') ?? ''
      try {
        const asked = `select city from (values ('harbour', 'Riga'), ('mill', 'Ghent')) as t(name, city) where name = '${name}'`
        const { rows } = await client.query(asked)
        const { rows: notes } = await client.query(
          "select city from (values ('harbour', 'Riga')) as t(name, city) where name = $1",
          [note],
        )
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ code: 200, rows, notes }))
      } catch {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ code: 400 }))
      }
    },
    end: () => client.end(),
  }
}
