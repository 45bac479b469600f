import { amount, count, id, time } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'

/** What an answer's member is, as its schema says. */
export type Shape =
  | { is: 'amount' | 'count' | 'id' | 'time' | 'flag' | 'choice' | 'text' | 'open' }
  | { is: 'object'; members: readonly Member[] }
  | { is: 'list'; item: Shape }

/** A member of an object. */
export interface Member {
  name: string
  shape: Shape
}

/** The contract's kinds of values, by their schema. */
const KINDS = new Map<z.core.$ZodType, Shape>([
  [amount, { is: 'amount' }],
  [count, { is: 'count' }],
  [id, { is: 'id' }],
  [time, { is: 'time' }],
])

/** What a schema of an answer says. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const known = KINDS.get(schema)
  if (known) return known
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    return shapeOf(schema._zod.def.innerType)
  if (schema instanceof z.ZodMiniObject) {
    const members = Object.entries(schema._zod.def.shape)
    return { is: 'object', members: members.map(([name, member]) => ({ name, shape: shapeOf(member) })) }
  }
  if (schema instanceof z.ZodMiniArray) return { is: 'list', item: shapeOf(schema._zod.def.element) }
  if (schema instanceof z.ZodMiniEnum || schema instanceof z.ZodMiniLiteral) return { is: 'choice' }
  if (schema instanceof z.ZodMiniBoolean) return { is: 'flag' }
  if (schema instanceof z.ZodMiniNumber) return { is: 'count' }
  if (schema instanceof z.ZodMiniUUID) return { is: 'id' }
  if (schema instanceof z.ZodMiniISODateTime) return { is: 'time' }
  return schema instanceof z.ZodMiniString ? { is: 'text' } : { is: 'open' }
}

/** A list as it is answered: bare, or as `items` with other members beside them. */
export interface Listed {
  row: Shape
  items: readonly unknown[]
  /** What stands beside the items, but for the cursor. */
  beside: readonly Member[]
  /** Null at the end; undefined if the list has no pages. */
  next_cursor: unknown
}

/** The list that is answered; null if it is something else. */
export function listedIn(shape: Shape, value: unknown): Listed | null {
  if (shape.is === 'list' && shape.item.is === 'object')
    return { row: shape.item, items: itemsOf(value), beside: [], next_cursor: undefined }
  if (shape.is !== 'object') return null
  const items = shape.members.find(({ name }) => name === 'items')?.shape
  if (items?.is !== 'list') return null
  return {
    row: items.item,
    items: itemsOf(memberOf(value, 'items')),
    beside: shape.members.filter(({ name }) => name !== 'items' && name !== 'next_cursor'),
    next_cursor: memberOf(value, 'next_cursor'),
  }
}

/** A value's member; undefined if it has none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** A list's items; none of anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** An object's members as they come, for what no schema describes. */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
