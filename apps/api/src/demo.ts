import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { insteadOfStart } from './demo/demo-arguments.ts'
import type { DemoFile } from './demo/start-demo.ts'
import type { Progress } from './progress.ts'
import type { Running } from './server/run.ts'
import type { Settings } from './settings.ts'

type OpenedBank = import('./demo/demo-bank.ts').DemoBank

const instead = insteadOfStart(process.argv.slice(2))
if (instead !== null) {
  if (instead.exit_code === 0) console.log(instead.text)
  else console.error(instead.text)
  process.exit(instead.exit_code)
}

// The compile cache halves the time until our first line runs.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/adtally', import.meta.url)))
const { StartError } = await import('./database/start-error.ts')
const { DemoBank } = await import('./demo/demo-bank.ts')
const { DemoDoor } = await import('./demo/demo-door.ts')
const { peopleAfter } = await import('./demo/past/people.ts')
const { startMailbox } = await import('./demo/mailbox.ts')
const { startDemo } = await import('./demo/start-demo.ts')
const { showProgress } = await import('./progress.ts')
const { buildAppsIfOlder, checkAppPaths } = await import('./server/app/build-web.ts')
const { MODULES } = await import('./server/modules.ts')
const { originByName } = await import('./origins.ts')
const { run } = await import('./server/run.ts')
const { startProgram } = await import('./server/start-program.ts')

/** All sign-ins are in `demo.json`. */
const PRINTED_CUSTOMERS = 2
const WEEK_MS = 7 * 86_400_000
const MAIL_FROM = 'no-reply@adtally.example'

await run(
  async (settings, log) => {
    if (settings.ledger_mode !== 'sandbox')
      throw new StartError('The demo runs on a sandbox only (PRODUCT §2.9).')
    const progress = showProgress()
    try {
      return await start(settings, log, progress)
    } finally {
      progress.end()
    }
  },
  { LOG_LEVEL: 'warn' },
)

async function start(settings: Settings, log: Logger, progress: Progress): Promise<Running> {
  checkAppPaths()
  const { data_dir, database_url } = settings
  const place =
    database_url === null
      ? `makes a PostgreSQL in ${data_dir}`
      : 'makes its tables in the database of DATABASE_URL'
  progress.say(
    existsSync(join(data_dir, 'demo.json'))
      ? `Starting the demo again on the data in ${data_dir}; it mostly takes a few seconds.`
      : `Starting the demo for the first time: it builds the app, ${place} and ${fillingOf(settings)}.`,
  )
  const before_serving = buildAppsIfOlder(undefined, progress)
  const mailbox = settings.mail ? null : await startMailbox()
  const mail = mailbox ? { smtp_url: mailbox.smtp_url, from: MAIL_FROM } : settings.mail
  const passkey_origin = settings.passkey_origin ?? originByName(settings.public_origin)
  const console_passkey_origin = settings.console_passkey_origin ?? originByName(settings.console_origin)
  const own = {
    ...settings,
    mail,
    passkey_origin,
    console_passkey_origin,
    demo_people: peopleAfter(settings.demo_weeks),
    is_playable: true,
  }
  const bank = Promise.withResolvers<OpenedBank>()
  const beside = async (given: Settings) => {
    const opened = await DemoBank.open(given)
    bank.resolve(opened)
    return { settings: { ...given, bank: opened.access }, stop: () => opened.stop() }
  }
  const door = new DemoDoor()
  const modules = [...MODULES, door.module()]
  const clock_begins_ago_ms = settings.demo_weeks * WEEK_MS
  const program = await startProgram(own, log, modules, {
    ...{ before_serving, beside, progress, clock_begins_ago_ms, commits: 'as_the_server_says' },
  })
  try {
    const mail_page = mailbox?.page ?? null
    const demo = await startDemo(program.services, MODULES, program.url, {
      ...{ bank: await bank.promise, progress, mail_page, commits: program.commits },
    })
    door.open(demo.people, demo.issueCode)
    progress.end()
    for (const line of linesOf(demo.file, program.services.settings)) console.log(line)
    console.log(`ready ${program.url}`)
    return {
      async stop() {
        await demo.stop()
        await program.stop()
        await mailbox?.stop()
      },
    }
  } catch (error) {
    await program.stop()
    throw error
  }
}

function fillingOf({ demo_weeks }: Settings): string {
  if (demo_weeks === 0) return 'fills it, which mostly takes half a minute'
  return `lives through ${demo_weeks} weeks with it, which mostly takes ten seconds and three for each week`
}

/** The lines to print: what to open, and with which sign-in. These sign-ins are worth nothing outside the sandbox. */
function linesOf(
  { url, publisher_page, bank_page, mail_page, truth_page, customers, staff, licence_codes }: DemoFile,
  { passkey_origin, console_passkey_origin, console_origin }: Settings,
): string[] {
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
    ...(passkey_origin === null ? [] : [`  The same for passkeys ${passkey_origin}/`]),
    ...signIns(customers.slice(0, PRINTED_CUSTOMERS)),
    `  A publisher’s page    ${publisher_page}`,
    `  The sandbox’s bank    ${bank_page}`,
    ...(mail_page === null ? [] : [`  E-mail it sends       ${mail_page}`]),
    `  Who really visits     ${truth_page}`,
    `  Codes to register     ${licence_codes.join('  ')}`,
    `  The office            ${console_passkey_origin ?? console_origin}/console/`,
    '  Staff                 npm run operator -- --help',
    ...signIns(staff),
  ]
}
