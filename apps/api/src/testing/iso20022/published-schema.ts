import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { faultsOf } from './check-message.ts'
import type { Message } from './message-rules.ts'

/** Where whoever runs the tests keeps the schemas that iso20022.org publishes; they are not ours to keep here. */
const SCHEMAS = process.env.ISO20022_SCHEMAS

/**
 * Whether a file keeps a message's rules. Where `ISO20022_SCHEMAS` names a folder with the published schemas
 * (`pain.001.001.09.xsd` …), `xmllint` is asked too. Throws where they say otherwise than the rules do.
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
