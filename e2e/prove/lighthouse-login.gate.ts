import { lighthouseVerdict, measurePage } from '../support/lighthouse.ts'
import type { Gate } from './gate.ts'

/** HOUSE's Lighthouse budgets, on the sign-in. */
export const gate: Gate = {
  name: 'Lighthouse, login',
  timing: true,
  async run({ chromium_path, scratch, sharedDemo }) {
    const { url } = await sharedDemo()
    return lighthouseVerdict(await measurePage({ chromium_path, scratch, url: `${url}/#/login` }))
  },
}
