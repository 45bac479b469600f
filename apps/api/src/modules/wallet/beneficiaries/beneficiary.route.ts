import { bankCardDetail, bankCardEdit } from '@adtally/contract/money/wallet.ts'
import { customerRoute } from '../../route.ts'
import { presentBeneficiary } from '../presenter.ts'
import { editBeneficiary, readBeneficiary } from './edit-beneficiary.ts'

export const bankCardEditRoute = customerRoute(bankCardEdit, async (input, { customer_id }, { services }) =>
  presentBeneficiary(await editBeneficiary(services, customer_id, input)),
)

export const bankCardDetailRoute = customerRoute(
  bankCardDetail,
  async (_input, { customer_id }, { services }) => {
    const row = await readBeneficiary(services, customer_id)
    return { beneficiary: row ? presentBeneficiary(row) : null }
  },
)
