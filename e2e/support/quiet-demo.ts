import * as z from 'zod/mini'
import { type DemoFile, demoFile, NOBODY_VISITS, startDemo } from './program.ts'

const VARIABLE = 'QUIET_DEMO'
const quietDemo = z.object({ url: z.string(), data_dir: z.string(), demo: demoFile })

/** A demo without visits, shared by test files that neither end others' sessions nor need untouched figures. */
export interface QuietDemo {
  url: string
  data_dir: string
  demo: DemoFile
}

/** For the environment of a run whose test files all have demos of their own. */
export const NO_QUIET_DEMO = { [VARIABLE]: 'none' } as const

/** Starts it once per run, unless the run has none; workers find it through the environment. Ends with the run. */
export default async function shareQuietDemo(): Promise<() => Promise<void>> {
  if (process.env[VARIABLE] === NO_QUIET_DEMO[VARIABLE]) return () => Promise.resolve()
  const { url, data_dir, demo, stop } = await startDemo({ env: NOBODY_VISITS })
  process.env[VARIABLE] = JSON.stringify({ url, data_dir, demo } satisfies QuietDemo)
  return () => stop()
}

/** The run's quiet demo. */
export const sharedQuietDemo = (): QuietDemo => quietDemo.parse(JSON.parse(process.env[VARIABLE] ?? 'null'))
