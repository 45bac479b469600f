import { guestList, guestSend } from '@adtally/contract/guest.ts'
import { publicRoute } from '../route.ts'
import { listAsGuest, sendAsGuest } from './guest.ts'
import { hoursNow } from './hours.ts'
import { presentGuestMessage } from './presenter.ts'

export const guestSendRoute = publicRoute(guestSend, async (input, { services, address, language }) =>
  presentGuestMessage(await sendAsGuest(services, { address, language }, input)),
)

export const guestListRoute = publicRoute(guestList, async ({ guest_key }, { services }) => ({
  items: (await listAsGuest(services, guest_key)).map(presentGuestMessage),
  ...hoursNow(services),
}))
