import type { Gate } from '../prove/gate.ts'
import { lighthouseVerdict, measurePage } from './lighthouse.ts'
import { signInByApi } from './sign-in.ts'

/** A gate of Lighthouse's limits on one screen of the shared demo, as its first customer sees it or signed out. */
export function lighthouseGate(screen: { name: string; path: `/${string}`; signed_in: boolean }): Gate {
  return {
    name: `Lighthouse, ${screen.name}`,
    timing: true,
    async run({ chromium_path, scratch, sharedDemo }) {
      const { url, demo } = await sharedDemo()
      const [customer] = demo.customers
      if (!customer) throw new Error('the demo has no customer')
      const local_storage = screen.signed_in
        ? { fb_token: await signInByApi(url, customer), lang: 'en' }
        : { lang: 'en' }
      return lighthouseVerdict(
        await measurePage({ chromium_path, scratch, url: `${url}/#${screen.path}`, local_storage }),
      )
    },
  }
}
