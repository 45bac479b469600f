import { auditReceipt } from '@adtally/contract/audit.ts'
import * as z from 'zod/mini'
import { sha256Hex } from '../../../lib/device/sha256.ts'

/** The pasted text: an entry's receipt, or a head noted earlier. */
export type Pasted =
  | { kind: 'receipt'; receipt: z.infer<typeof auditReceipt>; height: string; computed: string }
  | { kind: 'head'; height: string; hash: string }

const HEAD = /^(\d{1,15})[:\s]+([0-9a-f]{64})$/
const HEIGHT = /^[1-9]\d{0,14}$/
const utf8 = new TextEncoder()

/** Parses a text; null if it is neither. A receipt's hash is recomputed from its fields. */
export function readPasted(text: string): Pasted | null {
  const trimmed = text.trim()
  const [, height, hash] = HEAD.exec(trimmed.toLowerCase()) ?? []
  if (height !== undefined && hash !== undefined) return { kind: 'head', height, hash }
  const receipt = z.safeParse(auditReceipt, parsed(trimmed)).data
  const first = receipt?.fields[0]
  if (!receipt || typeof first !== 'string' || !HEIGHT.test(first)) return null
  return { kind: 'receipt', receipt, height: first, computed: entryHash(receipt) }
}

/** The log's own encoding: each field as its length in bytes, a colon, its text and a comma; `-,` if empty. */
export function entryHash({ fields, previous_hash }: z.infer<typeof auditReceipt>): string {
  const canonical = [...fields, previous_hash]
    .map((field) => (field === null ? '-,' : `${utf8.encode(field).length}:${field},`))
    .join('')
  return sha256Hex(utf8.encode(canonical))
}

/** Hashes of files in an entry, by which the files are recognised. */
export function filesNamedBy({ fields }: z.infer<typeof auditReceipt>): string[] {
  return fields.flatMap((field) => [...(field ?? '').matchAll(/\b[0-9a-f]{64}\b/g)].map(([hash]) => hash))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
