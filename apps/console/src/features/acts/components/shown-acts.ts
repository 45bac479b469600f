import { type Field, fieldsOf } from '@adtally/contract/operator/statement/field-kinds.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'

const fields = new WeakMap<ShownAct, readonly Field[]>()

/** The fields that a form of an act has: all but the place in a list, which its pages turn. */
export function formFieldsOf(call: ShownAct): readonly Field[] {
  const known = fields.get(call) ?? fieldsOf(call.request).filter(({ name }) => name !== 'cursor')
  fields.set(call, known)
  return known
}

/** Whether these roles allow an act. */
export function isAllowed(call: ShownAct, roles: readonly string[]): boolean {
  return call.roles.some((role) => roles.includes(role))
}

/** The media type of the file that an act answers; null if it answers anything else. */
export function fileTypeOf(call: ShownAct): string | null {
  return call.answers_file ?? null
}

/** Whether it is done once by each `request_id`, however often it is asked for. */
export function takesRequestId(call: ShownAct): boolean {
  return call.kind === 'propose' || call.once === true
}

/** Whether looking at it shows a customer's data, which the feed tells them or which is found by naming one. */
export function showsCustomer(call: ShownAct): boolean {
  return call.touches === 'customer' || formFieldsOf(call).some(({ kind }) => kind === 'customer')
}

/** What a link of these pages says of itself in the browser's history, where a link from elsewhere has no say. */
export const FOLLOWED_HERE = { followed: 'here' } as const

/** Whether an address was opened by such a link. */
export function wasFollowedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'followed' in state && state.followed === 'here'
}

/** An act that takes what a row of an answer names, and the field that takes it. */
export interface RowAct {
  call: ShownAct
  field: string
  value: string
}

/** Those of `calls` that take a member of a row: an id, or a number of its kind. */
export function actsOfRow(row: Readonly<Record<string, unknown>>, calls: readonly ShownAct[]): RowAct[] {
  const members = Object.entries(row).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' && isNaming(name) ? [[name, value]] : [],
  )
  const taken = new Set<ShownAct>()
  // What takes the row's own id comes first: that stands before what else it names.
  return members.flatMap(([member, value]) =>
    calls.flatMap((call): RowAct[] => {
      const field = formFieldsOf(call).find((each) => isTaker(each, member, value))
      if (!field || taken.has(call)) return []
      taken.add(call)
      return [{ call, field: field.name, value }]
    }),
  )
}

function isNaming(member: string): boolean {
  return member.endsWith('_id') || member === 'id' || member === 'number' || member.endsWith('_number')
}

function isTaker({ name, kind, bounds }: Field, member: string, value: string): boolean {
  if (kind === 'customer') return member === 'customer_id'
  if (kind === 'number' && member.endsWith('number'))
    return value.replace(/\d+$/, '') === bounds.example?.replace(/\d+$/, '')
  return name === member && kind === 'id'
}
