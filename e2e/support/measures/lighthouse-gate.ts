import type { Gate } from '../../prove/gate.ts'
import { signInByApi } from '../sign-in.ts'
import { type LighthouseFigures, lighthouseVerdict, measurePage } from './lighthouse.ts'

/** Lighthouse's own advice: scores vary between runs on one machine, so take the median of several. */
const RUNS = 3

/** A gate of Lighthouse's limits on a screen of the shared demo: the median of three runs has to keep them all. */
export function lighthouseGate(screen: { name: string; path: `/${string}`; signed_in: boolean }): Gate {
  return {
    name: `Lighthouse, ${screen.name}`,
    timing: true,
    keeps_demo: true,
    async run({ chromium_path, scratch, sharedDemo }) {
      const { url, demo } = await sharedDemo()
      const [customer] = demo.customers
      const local_storage = screen.signed_in
        ? { fb_token: await signInByApi(url, customer), lang: 'en' }
        : { lang: 'en' }
      const runs: LighthouseFigures[] = []
      for (let run = 1; run <= RUNS; run += 1) {
        runs.push(await measurePage({ chromium_path, scratch, url: `${url}/#${screen.path}`, local_storage }))
      }
      const sorted = runs.toSorted((one, other) => one.performance - other.performance)
      const { passed, figure } = lighthouseVerdict(middle(sorted))
      return { passed, figure: `${figure} (of ${sorted.map(({ performance }) => performance).join(', ')})` }
    },
  }
}

function middle(sorted: readonly LighthouseFigures[]): LighthouseFigures {
  const figures = sorted[Math.floor(sorted.length / 2)]
  if (!figures) throw new RangeError('nothing was measured')
  return figures
}
