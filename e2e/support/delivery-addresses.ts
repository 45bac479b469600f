import type { DemoFile, Program } from './program.ts'
import { PHONE } from './screens/phone.ts'

/** A publisher's page's requests, as addresses below the program's, each ending in its opaque value. */
export interface DeliveryAddresses {
  decision: string
  pixel: string
  click: string
}

/** The addresses of an advertisement that the demo's publisher shows now. Throws if there is none. */
export async function deliveryAddresses({
  url,
  demo,
}: Program & { demo: DemoFile }): Promise<DeliveryAddresses> {
  const page = await (await fetch(demo.publisher_page)).text()
  const headers = { origin: new URL(demo.publisher_page).origin, 'user-agent': PHONE }
  for (const [, key] of page.matchAll(/data-placement="([^"]+)"/g)) {
    const decision = `/delivery/v1/decision?placement=${key}`
    const decided = await (await fetch(url + decision, { headers })).text()
    const token = /"click_url":"\/delivery\/v1\/click\/([^"]+)"/.exec(decided)?.[1]
    if (token === undefined) continue
    return {
      decision,
      pixel: `/delivery/v1/pixel?k=impression&t=${token}`,
      click: `/delivery/v1/click/${token}`,
    }
  }
  throw new Error('the demo shows no advertisement')
}
