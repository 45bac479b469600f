import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { chatList, chatRead, chatSend, depositDetails } from '@adtally/contract/service/service.ts'
import { customerRoute } from '../../route.ts'
import { hoursNow } from '../hours.ts'
import { presentMessage } from '../presenter.ts'
import { askForDeposit, listChanges, listMessages, readMessages, sendMessage } from './chat.ts'

export const chatListRoute = customerRoute(chatList, async (input, { customer_id }, { services }) => {
  const { after, limit = LIMIT_DEFAULT } = input
  const page = await (after === undefined
    ? listMessages(services, customer_id, input)
    : listChanges(services, customer_id, after, limit))
  return { ...page, items: page.items.map(presentMessage), ...hoursNow(services) }
})

export const chatSendRoute = customerRoute(chatSend, async (input, { customer_id }, { services, language }) =>
  presentMessage(await sendMessage(services, { customer_id, language }, input)),
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
