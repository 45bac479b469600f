import * as z from 'zod/mini'
import { readStored, type StorageKey } from './storage.ts'

/** A stored JSON value, or null if it is missing or has another shape than this version's. */
export function readParsed<Schema extends z.ZodMiniType>(
  key: StorageKey,
  schema: Schema,
): z.infer<Schema> | null {
  const text = readStored(key)
  if (text === null) return null
  try {
    const parsed = z.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
