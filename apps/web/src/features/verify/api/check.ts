import { auditHead } from '@adtally/contract/audit.ts'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { sha256Hex } from '../../../lib/device/sha256.ts'
import { filesNamedBy, readPasted } from '../components/check-entry.ts'

/** A single check and its result. */
export interface Check {
  name: 'recomputed' | 'inLog' | 'headInLog' | 'file'
  holds: boolean
}

/** The result of a check: its entry, and each finding. */
export interface CheckResult {
  height: string
  checks: Check[]
}

/** Checks the pasted text, and a file against it if given; null if the text can't be checked. */
export function useCheck() {
  return useMutation({
    mutationFn: async ({ text, file }: { text: string; file: File | null }): Promise<CheckResult | null> => {
      const pasted = readPasted(text)
      if (!pasted) return null
      const { height } = pasted
      const { entry_hash } = await request(auditHead, { height })
      if (pasted.kind === 'head') {
        return { height, checks: [{ name: 'headInLog', holds: entry_hash === pasted.hash }] }
      }
      const { receipt, computed } = pasted
      const checks: Check[] = [
        { name: 'recomputed', holds: computed === receipt.hash },
        { name: 'inLog', holds: entry_hash === computed },
      ]
      if (file) {
        const hash = sha256Hex(new Uint8Array(await file.arrayBuffer()))
        checks.push({ name: 'file', holds: filesNamedBy(receipt).includes(hash) })
      }
      return { height, checks }
    },
  })
}
