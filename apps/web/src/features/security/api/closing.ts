import { accountClose, accountClosing } from '@adtally/contract/closing.ts'
import { userInfoCall } from '@adtally/contract/identity.ts'
import type { PasskeyAnswer } from '@adtally/contract/passkey.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PinAndFactor } from '../../../components/factor-pin-sheet.tsx'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { sendByPasskey } from '../../../lib/passkeys.ts'
import { readAgain } from '../../../lib/read-again.ts'
import { updateUser } from '../../../lib/session.ts'
import { transactionPasswordDigest } from '../../../lib/transaction-password.ts'

/** What stands in the way of closing the account. */
export function closingQuery() {
  return callQuery(accountClosing, {})
}

/** Closes the account; every screen knows it before `onSuccess` runs. Null: nothing is asked for where no transaction password is set. */
export function useCloseAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (entered: PinAndFactor | null) => {
      await close(entered)
      const user = await request(userInfoCall, {})
      client.setQueryData(callQuery(userInfoCall, {}).queryKey, user)
      updateUser(user)
    },
    meta: { handlesErrors: true },
    gcTime: 0,
    onError: () => readAgain(client, [accountClosing]),
  })
}

async function close(entered: PinAndFactor | null): Promise<void> {
  if (!entered) {
    await request(accountClose, {})
    return
  }
  const { digits, second_factor } = entered
  const send = (proof: { second_factor: string } | { passkey?: PasskeyAnswer }) =>
    request(accountClose, { password: transactionPasswordDigest(digits), ...proof })
  await (second_factor === '' ? sendByPasskey(send) : send({ second_factor }))
}
