import { lighthouseVerdict, measurePage } from '../support/lighthouse.ts'
import { signInByApi } from '../support/sign-in.ts'
import type { Gate } from './gate.ts'

/** HOUSE's Lighthouse budgets, on the ad centre of a signed-in customer with a live tick each second. */
export const gate: Gate = {
  name: 'Lighthouse, ad centre',
  timing: true,
  async run({ chromium_path, scratch, sharedDemo }) {
    const { url, demo } = await sharedDemo()
    const [customer] = demo.customers
    if (!customer) throw new Error('the demo has no customer')
    const local_storage = { fb_token: await signInByApi(url, customer), lang: 'en' }
    return lighthouseVerdict(
      await measurePage({ chromium_path, scratch, url: `${url}/#/ad-center`, local_storage }),
    )
  },
}
