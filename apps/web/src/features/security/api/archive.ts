import { saveBlob } from '@adtally/client/save-blob.ts'
import { archiveTake } from '@adtally/contract/identity/archive.ts'
import { currentTime } from '@adtally/i18n/clock.ts'
import { useMutation } from '@tanstack/react-query'
import { requestFile } from '../../../lib/api.ts'
import { type Entered, sendAsOwner } from './owner-proof.ts'

/** Saves all data about the customer to the device. */
export function useTakeArchive() {
  return useMutation({
    mutationFn: async (entered: Entered) => {
      const archive = await sendAsOwner(entered, (proof) => requestFile(archiveTake, proof))
      saveBlob(archive, `archive-${currentTime().toISOString().slice(0, 10)}.zip`)
    },
    meta: { handlesErrors: true },
    gcTime: 0,
  })
}
