import { chatList, chatRead, chatSend, depositDetails } from '@adtally/contract/service.ts'
import { isWithin } from '../../service-hours.ts'
import { customerRoute } from '../route.ts'
import { askForDeposit, listMessages, readMessages, sendMessage } from './chat.ts'
import { presentMessage } from './presenter.ts'

export const chatListRoute = customerRoute(chatList, async (input, { customer_id }, { services }) => {
  const { items, next_cursor } = await listMessages(services, customer_id, input)
  const { service_hours } = services.settings
  return {
    items: items.map(presentMessage),
    next_cursor,
    hours: service_hours.text,
    online: isWithin(service_hours, services.clock.now()),
  }
})

export const chatSendRoute = customerRoute(chatSend, async (input, { customer_id }, { services }) =>
  presentMessage(await sendMessage(services, customer_id, input)),
)

export const chatReadRoute = customerRoute(
  chatRead,
  async ({ message_id }, { customer_id }, { services }) => {
    await readMessages(services, customer_id, message_id)
    return {}
  },
)

export const depositDetailsRoute = customerRoute(
  depositDetails,
  async ({ request_id }, { customer_id }, { services }) => {
    const { message, ...account } = await askForDeposit(services, customer_id, request_id)
    return { message: presentMessage(message), ...account }
  },
)
