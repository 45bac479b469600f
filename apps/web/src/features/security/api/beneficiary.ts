import { readAgain } from '@adtally/client/read-again.ts'
import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { bankCardDetail, bankCardEdit, withdrawQuote } from '@adtally/contract/money/wallet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { transactionPasswordDigest } from '../../../lib/session/transaction-password.ts'

export type Beneficiary = OutputOf<typeof bankCardEdit>
export type BeneficiaryForm = RequestOf<typeof bankCardEdit>['beneficiary']

/** The bound beneficiary, masked. */
export function beneficiaryQuery() {
  return callQuery(bankCardDetail, {})
}

/** Binds a beneficiary, replacing the present one. */
export function useBindBeneficiary() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ beneficiary, digits }: { beneficiary: BeneficiaryForm; digits: string }) =>
      request(bankCardEdit, { beneficiary, password: transactionPasswordDigest(digits) }),
    meta: { handlesErrors: true },
    onSuccess: (beneficiary) => {
      client.setQueryData(beneficiaryQuery().queryKey, { beneficiary })
      readAgain(client, [withdrawQuote])
    },
  })
}
