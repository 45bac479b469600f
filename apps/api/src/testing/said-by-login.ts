import { type Connection, connect } from '../database/connection.ts'
import { messageOf } from '../database/start-error.ts'

/**
 * What the database answers to one login's statements in the system's scope, which are rolled back; `done` if it
 * accepts them, checks at commit included. `<name>` stands for `ids[name]`.
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
