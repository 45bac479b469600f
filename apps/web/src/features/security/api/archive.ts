import { archiveTake } from '@adtally/contract/archive.ts'
import type { PasskeyAnswer } from '@adtally/contract/passkey.ts'
import { currentTime } from '@adtally/i18n/clock.ts'
import { useMutation } from '@tanstack/react-query'
import type { PinAndFactor } from '../../../components/factor-pin-sheet.tsx'
import { requestFile } from '../../../lib/api.ts'
import { sendByPasskey } from '../../../lib/passkeys.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { transactionPasswordDigest } from '../../../lib/transaction-password.ts'

/** Keeps everything that there is of the customer on the device; null: nothing is asked for where no transaction password is set. */
export function useTakeArchive() {
  return useMutation({
    mutationFn: async (entered: PinAndFactor | null) => saveBlob(await take(entered), nameOf(currentTime())),
    meta: { handlesErrors: true },
    gcTime: 0,
  })
}

async function take(entered: PinAndFactor | null): Promise<Blob> {
  if (!entered) return await requestFile(archiveTake, {})
  const { digits, second_factor } = entered
  const send = (proof: { second_factor: string } | { passkey?: PasskeyAnswer }) =>
    requestFile(archiveTake, { password: transactionPasswordDigest(digits), ...proof })
  return await (second_factor === '' ? sendByPasskey(send) : send({ second_factor }))
}

function nameOf(day: Date): string {
  return `archive-${day.toISOString().slice(0, 10)}.zip`
}
