import { createHash } from 'node:crypto'
import type { ChainFaultKind } from '@adtally/contract/operator/house/audit.ts'

/** An entry as the chain hashes it: texts in the order of `audit.entries`, `null` where empty. */
export interface ChainEntry {
  sequence: string
  /** Every hashed field before `previous_hash`, `sequence` first. */
  fields: readonly (string | null)[]
  /** Hexadecimal. */
  previous_hash: string
  hash: string
}

/** The chain's end. */
export interface ChainHead {
  sequence: bigint
  /** Hexadecimal. */
  hash: string
}

export interface ChainFault {
  sequence: string
  fault: ChainFaultKind
}

/** The head before the first entry. */
export const CHAIN_START: ChainHead = { sequence: 0n, hash: '00'.repeat(32) }

function field(value: string | null): string {
  return value === null ? '-,' : `${Buffer.byteLength(value)}:${value},`
}

/**
 * SHA-256 over the canonical form: each field as `<bytes>:<text>,`, `-,` where null, the previous hash last, in
 * UTF-8. Computed here and not by the database's function, so that a changed function is found too.
 */
export function entryHash(entry: ChainEntry): string {
  const canonical = [...entry.fields, entry.previous_hash].map(field).join('')
  return createHash('sha256').update(canonical).digest('hex')
}

/** Faults of `entries`, which directly follow `previous`, and the chain's head after them. */
export function verifyEntries(
  previous: ChainHead,
  entries: readonly ChainEntry[],
): { head: ChainHead; faults: ChainFault[] } {
  const faults: ChainFault[] = []
  let head = previous
  for (const entry of entries) {
    const { sequence } = entry
    if (BigInt(sequence) !== head.sequence + 1n) faults.push({ sequence, fault: 'missing' })
    if (entry.previous_hash !== head.hash) faults.push({ sequence, fault: 'unlinked' })
    if (entryHash(entry) !== entry.hash) faults.push({ sequence, fault: 'changed' })
    head = { sequence: BigInt(sequence), hash: entry.hash }
  }
  return { head, faults }
}
