import { v7 } from 'uuid'

/** A new UUID v7: unique, and in the order of making within this process (PRODUCT §16). */
export function newId(): string {
  return v7()
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether `text` is a UUID in lower case. */
export function isId(text: string): boolean {
  return UUID_PATTERN.test(text)
}
