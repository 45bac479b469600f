import { type Connection, connect, onConnection } from '../../database/connection.ts'
import { DATABASE } from '../../database/setup/roles.ts'

/** Makes the owner and empty database that README asks for on one's own server; returns the `DATABASE_URL`. */
export async function makeOwnDatabase(superuser: Connection): Promise<string> {
  const [user, password] = ['adtally_owner', 'owner']
  await onConnection(connect(superuser), async (client) => {
    await client.query(`create role ${user} login createrole password '${password}'`)
    await client.query(`create database ${DATABASE} owner ${user} encoding 'UTF8' template template0`)
  })
  return urlOf({ ...superuser, user, password, database: DATABASE })
}

/** A connection as a `DATABASE_URL`. */
export function urlOf({ host, port, database, user, password }: Connection): string {
  const [name, secret] = [user, password].map(encodeURIComponent)
  return `postgres://${name}:${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
