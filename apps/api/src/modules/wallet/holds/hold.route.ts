import { holdAppeal, holdDocument, holdList } from '@adtally/contract/money/holds.ts'
import { customerRoute } from '../../route.ts'
import { presentHold } from '../presenter.ts'
import { appealHold } from './appeal-hold.ts'
import { listHolds, readHold } from './holds.ts'
import { provideHoldDocument } from './provide-document.ts'

/** A customer's holds, and what they can do about them. */
export const holdRoutes = [
  customerRoute(holdList, async (page, { customer_id }, { services, language }) => {
    const { items, next_cursor } = await listHolds(services, customer_id, page)
    return { items: items.map((row) => presentHold(row, language)), next_cursor }
  }),
  customerRoute(holdAppeal, async (input, { customer_id }, { services, language }) => {
    await appealHold(services, customer_id, input)
    return { hold: presentHold(await readHold(services, customer_id, input.hold_id), language) }
  }),
  customerRoute(holdDocument, async (input, { customer_id }, { services, language }) => {
    await provideHoldDocument(services, customer_id, input)
    return { hold: presentHold(await readHold(services, customer_id, input.hold_id), language) }
  }),
]
