import { createHash } from 'node:crypto'

/** What looks like chance and is the same at every start: a number from 0 to below 1 for each name. */
export function chanceOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0) / 2 ** 32
}
