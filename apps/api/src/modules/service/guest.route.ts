import { guestList, guestSend } from '@adtally/contract/service/guest.ts'
import { publicRoute } from '../route.ts'
import { listAsGuest, sendAsGuest } from './guest.ts'
import { hoursNow } from './hours.ts'
import { presentGuestMessage } from './presenter.ts'

export const guestSendRoute = publicRoute(guestSend, async (input, { services, address, language }) =>
  presentGuestMessage(await sendAsGuest(services, { address, language }, input)),
)

export const guestListRoute = publicRoute(guestList, async (input, { services }) => {
  const { messages, next_cursor } = await listAsGuest(services, input)
  return { items: messages.map(presentGuestMessage), next_cursor, ...hoursNow(services) }
})
