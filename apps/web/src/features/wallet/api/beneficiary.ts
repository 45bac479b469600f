import { bankCardDetail } from '@adtally/contract/wallet.ts'
import { callQuery } from '../../../lib/call-query.ts'

/** The bound beneficiary, masked. */
export function beneficiaryQuery() {
  return callQuery(bankCardDetail, {})
}
