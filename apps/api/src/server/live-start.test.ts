import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../database/setup/open-database.ts'
import { readSettings } from '../settings.ts'
import { codeNow, secretOf } from '../testing/authenticator-app.ts'
import { TEST_MASTER_SECRET } from '../testing/servers/cluster.ts'
import { LIVE } from '../testing/servers/live-settings.ts'
import { endProgram, StartedPrograms } from '../testing/servers/started-program.ts'
import { fileFolder } from '../testing/servers/test-folder.ts'
import { operate } from './operate.ts'

const PASSWORD = 'a long enough password'
const folder = fileFolder()
const data_dir = join(folder, 'data')
const programs = new StartedPrograms(data_dir)
const live = { ...LIVE, SECRET: TEST_MASTER_SECRET }
afterAll(() => programs.end())

/** The command line's output while the program is stopped. */
async function typed(line: string, more: Record<string, string> = {}) {
  const environment = { ...live, DATA_DIR: data_dir, OPERATOR_SESSIONS: join(folder, 'desk'), ...more }
  const { output, error } = await operate(line.split(' '), environment)
  expect(error).toBeNull()
  return JSON.parse(output ?? '')
}

async function takeOn(username: string, roles: string): Promise<void> {
  const added = await typed(
    `add-staff --as ann --username ${username} --display-name ${username} --roles ${roles} --reason live`,
  )
  const { outcome } = await typed(`approve --as bob --proposal-id ${added.proposal_id}`)
  const codes = `--first-code ${added.first_code} --second-code ${outcome.second_code}`
  await typed(`activate-staff --username ${username} ${codes}`, { OPERATOR_NEW_PASSWORD: PASSWORD })
}

test('a live ledger starts once its admins, while it rests, have added all whom it needs, and says until then whom [proof 271]', async () => {
  const said = async () => (await programs.refusal(live)).said
  expect(await said()).toMatch(
    /^A live ledger needs staff before it starts; make its two admins by [^\n]*\n$/,
  )

  const passwords = { OPERATOR_FIRST_PASSWORD: PASSWORD, OPERATOR_SECOND_PASSWORD: PASSWORD }
  const founders = await typed('init --first-username ann --second-username bob', passwords)
  for (const { username, second_factor } of founders) {
    const code = codeNow(secretOf(second_factor))
    await typed(`login --as ${username} --totp ${code}`, { OPERATOR_PASSWORD: PASSWORD })
  }
  expect(await said()).toMatch(
    /^A live ledger needs more staff with a second factor before it starts: .*nobody with finance_checker.*\.\n$/,
  )

  // Its database is awake meanwhile: nine times up and down took ten seconds, and the last of the staff is added without.
  const settings = readSettings({ ...live, DATA_DIR: data_dir })
  const awake = await openDatabase(settings, pino({ level: 'error' }))
  await takeOn('mara', 'support,finance_maker')
  await takeOn('nina', 'finance_maker')
  await takeOn('theo', 'finance_checker,risk')
  await awake.close()
  expect(await said()).toMatch(
    /: nobody with finance_checker or risk beside theo, who is the only one to propose; nobody third with finance_checker, risk or support to decide an appeal against a hold of mara and theo\. Two admins add them by `npm run operator -- add-staff`[^\n]*\n$/,
  )
  await takeOn('rolf', 'risk,content')

  const { child, url } = await programs.start(live)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await endProgram(child, 'SIGINT')
})
