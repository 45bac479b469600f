import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod/mini'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const VERB_TIMEOUT_MS = 60_000
const printed = z.object({ ticket: z.string(), path: z.string() })

/** Issues a ticket as a sandbox's host, as `npm run operator -- ticket-issue` does; returns the address to open. */
export async function entryAddress(
  program: { url: string; data_dir: string },
  staff: { username: string; password: string },
  subject: string,
): Promise<string> {
  const entry = join(ROOT, 'apps/api/src/operator.ts')
  const { stdout } = await run(process.execPath, [entry, 'ticket-issue', '--subject', subject], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: program.data_dir,
      OPERATOR_USERNAME: staff.username,
      OPERATOR_PASSWORD: staff.password,
    },
    timeout: VERB_TIMEOUT_MS,
  })
  return program.url + printed.parse(JSON.parse(stdout)).path
}
