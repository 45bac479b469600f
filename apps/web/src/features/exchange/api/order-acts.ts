import { readAgain } from '@adtally/client/read-again.ts'
import type { RequestOf } from '@adtally/contract/call.ts'
import type { PasskeyAnswer } from '@adtally/contract/identity/passkey.ts'
import {
  acceptorOrderComplete,
  acceptorOrderConfirm,
  acceptorOrderDispute,
  acceptorOrderList,
} from '@adtally/contract/money/exchange.ts'
import { property, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { sendByPasskey } from '../../../lib/session/passkeys.ts'
import { transactionPasswordDigest } from '../../../lib/session/transaction-password.ts'
import { useIntention } from '../../../lib/session/use-intention.ts'
import { useActOnce } from '../../../lib/use-act.ts'

/** Acts by which a customer lets money go. */
export type MoneyAct = 'confirm' | 'complete'

const CALLS = { confirm: acceptorOrderConfirm, complete: acceptorOrderComplete } as const
const CHANGED = [acceptorOrderList, property, transactionFlowList]

interface Proof {
  digits: string
  /** From an authenticator app, or a recovery code; empty if none is asked for or a passkey is used. */
  second_factor: string
}

/** Confirms or completes an order, once however often it is tried. */
export function useMoneyAct(order_id: string, act: MoneyAct) {
  const client = useQueryClient()
  const intention = useIntention('exchange')
  return useMutation({
    mutationFn: ({ digits, second_factor }: Proof) => {
      const send = (proof: { second_factor: string } | { passkey?: PasskeyAnswer }) =>
        request(CALLS[act], {
          request_id: intention.requestId([order_id, act]),
          order_id,
          password: transactionPasswordDigest(digits),
          ...proof,
        })
      if (second_factor !== '') return send({ second_factor })
      return sendByPasskey(send)
    },
    meta: { handlesErrors: true },
    onSuccess: () => intention.done([order_id, act]),
    onSettled: () => readAgain(client, CHANGED),
  })
}

export const DISPUTE_FIELDS = ['note', 'images'] as const

/** Disputes an order or adds evidence, once however often it is tried. */
export function useDispute() {
  const send = (request_id: string, input: Omit<RequestOf<typeof acceptorOrderDispute>, 'request_id'>) =>
    request(acceptorOrderDispute, { request_id, ...input })
  return useActOnce('dispute', send, CHANGED, { fields: DISPUTE_FIELDS })
}
