import { type Connection, connect } from '../database/connection.ts'
import { messageOf } from '../database/start-error.ts'

/**
 * What the database says to statements of one login in the system's scope, which are taken back; `done` where it obeys, by
 * the rules of the commit too. `<name>` stands for `ids[name]`.
 */
export async function saidByLogin(
  login: Connection,
  statements: string,
  ids: Readonly<Record<string, string>> = {},
): Promise<string> {
  const client = await connect(login)
  const text = statements.replaceAll(/<(\w+)>/g, (_all, name) => ids[name] ?? '')
  try {
    await client.query(`begin; set local adtally.scope = 'system'; ${text}; set constraints all immediate`)
    return 'done'
  } catch (error) {
    return messageOf(error)
  } finally {
    await client.end()
  }
}
