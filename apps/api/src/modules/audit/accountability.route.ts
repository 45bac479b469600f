import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { accountabilityList } from '@adtally/contract/identity/identity.ts'
import { customerRoute } from '../route.ts'
import { customerFeed } from './customer-feed.ts'
import { presentFeed } from './presenter.ts'

export const accountabilityRoute = customerRoute(
  accountabilityList,
  async (input, { customer_id }, { services }) => {
    const page = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
      customerFeed(tx, customer_id, input.cursor, input.limit ?? LIMIT_DEFAULT),
    )
    return presentFeed(page)
  },
)
