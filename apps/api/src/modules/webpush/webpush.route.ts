import { webPushState, webPushTurnOff, webPushTurnOn } from '@adtally/contract/service/webpush.ts'
import { customerRoute, type Route } from '../route.ts'
import { isOn, turnOff, turnOn } from './turn-on.ts'

export const webPushRoutes: readonly Route[] = [
  customerRoute(webPushState, async (_input, caller, { services }) => ({
    is_on: await isOn(services, caller),
    public_key: services.webpush.keys.public_key,
  })),
  customerRoute(webPushTurnOn, async (input, caller, { services, language }) => {
    await turnOn(services, caller, input, language)
    return {}
  }),
  customerRoute(webPushTurnOff, async (_input, caller, { services }) => {
    await turnOff(services, caller)
    return {}
  }),
]
