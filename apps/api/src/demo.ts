import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { DemoFile } from './demo/start-demo.ts'

// Compiled code is kept beside the packages: it halves the time until the first line of ours runs.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/adtally', import.meta.url)))
const { StartError } = await import('./database/start-error.ts')
const { startDemo } = await import('./demo/start-demo.ts')
const { buildWebIfOlder } = await import('./server/build-web.ts')
const { MODULES } = await import('./server/modules.ts')
const { run } = await import('./server/run.ts')
const { startProgram } = await import('./server/start-program.ts')

await run(
  async (settings, log) => {
    if (settings.ledger_mode !== 'sandbox')
      throw new StartError('The demo runs on a sandbox only (PRODUCT §2.9).')
    const program = await startProgram(settings, log, MODULES, { before_serving: buildWebIfOlder() })
    try {
      const demo = await startDemo(program.services, MODULES, program.url)
      for (const line of linesOf(demo.file)) console.log(line)
      console.log(`ready ${program.url}`)
      return {
        async stop() {
          await demo.stop()
          await program.stop()
        },
      }
    } catch (error) {
      await program.stop()
      throw error
    }
  },
  { LOG_LEVEL: 'warn' },
)

/** What to open, and with which sign-in; nothing here is worth anything outside this sandbox. */
function linesOf({ url, publisher_page, customers, staff, licence_codes }: DemoFile): string[] {
  const signIns = (
    people: readonly { username: string; password: string; transaction_password?: string }[],
  ) =>
    people.map(({ username, password, transaction_password }) => {
      const digits =
        transaction_password === undefined ? '' : ` · transaction password ${transaction_password}`
      return `    ${username} · ${password}${digits}`
    })
  return [
    'Adtally, a sandbox of its own on this machine:',
    `  The customer’s app    ${url}/`,
    ...signIns(customers),
    `  A publisher’s page    ${publisher_page}`,
    `  Codes to register     ${licence_codes.join('  ')}`,
    '  Staff                 npm run operator -- --help',
    ...signIns(staff),
  ]
}
