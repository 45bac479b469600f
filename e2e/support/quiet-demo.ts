import * as z from 'zod/mini'
import { type DemoFile, demoFile, NOBODY_VISITS, startDemo } from './program.ts'

const VARIABLE = 'QUIET_DEMO'
const quietDemo = z.object({ url: z.string(), data_dir: z.string(), demo: demoFile })

/** A demo that nobody visits, shared by the files that end nobody else's sessions and ask for no untouched figures. */
export interface QuietDemo {
  url: string
  data_dir: string
  demo: DemoFile
}

/** Starts it, once for a whole run; Playwright gives its workers what the environment says then. Ends with the run. */
export default async function shareQuietDemo(): Promise<() => Promise<void>> {
  const { url, data_dir, demo, stop } = await startDemo({ env: NOBODY_VISITS })
  process.env[VARIABLE] = JSON.stringify({ url, data_dir, demo } satisfies QuietDemo)
  return () => stop()
}

/** The run's quiet demo. */
export const sharedQuietDemo = (): QuietDemo => quietDemo.parse(JSON.parse(process.env[VARIABLE] ?? 'null'))
