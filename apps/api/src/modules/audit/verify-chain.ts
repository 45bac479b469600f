import type { Transaction } from '../../database/database.ts'
import { readChain, readHead } from './repository.ts'
import { CHAIN_START, type ChainFault, type ChainHead, verifyEntries } from './rules.ts'

const PAGE_ENTRIES = 1000
const FAULTS_LISTED_MAX = 100

/** The result of verifying the chain; `faults` has at most the first hundred, and is empty for a whole chain. */
export interface ChainReport {
  entries: bigint
  head: ChainHead
  faults: ChainFault[]
}

/**
 * Reads the whole chain and recomputes every hash outside the database. Finds a changed byte, a removed or re-ordered
 * row, and an end other than the stored head. With `known`, a head written down earlier, also finds a chain that was
 * cut and its head rewritten to match.
 */
export async function verifyChain(tx: Transaction, known?: ChainHead): Promise<ChainReport> {
  const stored = await readHead(tx)
  const faults: ChainFault[] = []
  let head = CHAIN_START
  let entries = 0n
  let known_seen = known === undefined || isSame(known, CHAIN_START)
  while (head.sequence < stored.sequence_last && faults.length < FAULTS_LISTED_MAX) {
    const page = await readChain(tx, head.sequence, stored.sequence_last, PAGE_ENTRIES)
    if (page.length === 0) break
    const verified = verifyEntries(head, page)
    faults.push(...verified.faults)
    known_seen ||= page.some(
      ({ sequence, hash }) => known && isSame({ sequence: BigInt(sequence), hash }, known),
    )
    entries += BigInt(page.length)
    head = verified.head
  }
  if (faults.length < FAULTS_LISTED_MAX) {
    if (!isSame(head, stored.head))
      faults.push({ sequence: stored.head.sequence.toString(), fault: 'head_differs' })
    if (!known_seen && known)
      faults.push({ sequence: known.sequence.toString(), fault: 'known_head_differs' })
  }
  return { entries, head, faults: faults.slice(0, FAULTS_LISTED_MAX) }
}

function isSame(left: ChainHead, right: ChainHead): boolean {
  return left.sequence === right.sequence && left.hash === right.hash
}
