import { bankCardDetail } from '@adtally/contract/money/wallet.ts'
import { callQuery } from '../../../lib/call-query.ts'

/** The bound beneficiary, masked. */
export function beneficiaryQuery() {
  return callQuery(bankCardDetail, {})
}
