import { createHash } from 'node:crypto'

/** A pseudo-random number from 0 to below 1 for a name, the same at every start. */
export function chanceOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0) / 2 ** 32
}
