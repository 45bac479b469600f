import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { faultsOf } from './check-message.ts'
import type { Message } from './message-rules.ts'

/** A folder of iso20022.org's published schemas, which we may not redistribute. */
const SCHEMAS = process.env.ISO20022_SCHEMAS

/**
 * Whether a file follows a message's rules. If `ISO20022_SCHEMAS` names a folder with the published schemas
 * (`pain.001.001.09.xsd` …), `xmllint` checks it too. Throws if the two disagree.
 */
export function isValid(file: string, message: Message): boolean {
  const is_valid = faultsOf(file, message).length === 0
  if (SCHEMAS === undefined) return is_valid
  const schema = join(SCHEMAS, `${message.namespace.split(':').at(-1)}.xsd`)
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', schema, '-'], {
    input: file,
    encoding: 'utf8',
  })
  if (is_valid !== (status === 0)) throw new Error(`the published schema says otherwise: ${stderr}`)
  return is_valid
}
