import { fieldsOf } from '@adtally/contract/operator/statement/field-kinds.ts'
import type { StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import type { GivenInput } from '../../module.ts'
import { isSecretMember } from '../rules.ts'

/** Kinds of fields that are not kept: secrets, what is sealed at rest, and files with their digests, which stay where they are. */
const NOT_KEPT = ['secret', 'account', 'file', 'hash']

/** What somebody gave an act, by its statement's fields, to be kept with the proposal; without secrets and files. */
export function givenInput(
  { name, request }: Pick<StaffCall, 'name' | 'request'>,
  flags: unknown,
): GivenInput {
  const given = new Map(Object.entries(Object(flags)))
  const fields = fieldsOf(request).flatMap(
    ({ name: field, kind }): [string, GivenInput['fields'][string]][] => {
      const value = given.get(field)
      const is_kept = !NOT_KEPT.includes(kind) && !isSecretMember(field)
      return is_kept && isKeepable(value) ? [[field, value]] : []
    },
  )
  return { name, fields: Object.fromEntries(fields) }
}

function isKeepable(value: unknown): value is GivenInput['fields'][string] {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
