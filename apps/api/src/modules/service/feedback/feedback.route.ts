import { feedback, feedbackList } from '@adtally/contract/service/feedback.ts'
import { customerRoute } from '../../route.ts'
import { presentFeedback } from '../presenter.ts'
import { giveFeedback, listFeedback } from './feedback.ts'

export const feedbackRoute = customerRoute(feedback, async (input, { customer_id }, { services }) =>
  presentFeedback(await giveFeedback(services, customer_id, input)),
)

export const feedbackListRoute = customerRoute(feedbackList, async (input, { customer_id }, { services }) => {
  const { items, next_cursor } = await listFeedback(services, customer_id, input)
  return { items: items.map(presentFeedback), next_cursor }
})
