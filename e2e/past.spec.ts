import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { STATISTICS_PERIODS } from '@adtally/contract/enums.ts'
import { statisticsChart } from '@adtally/contract/plans/statistics-chart.ts'
import { expect, test } from '@playwright/test'
import { locate } from '../apps/api/src/database/embedded/location.ts'
import { runningPostmaster } from '../apps/api/src/database/embedded/postmaster.ts'
import type { CustomerClient } from '../apps/api/src/demo/customer-client.ts'
import { VISITING_HOURS } from '../apps/api/src/demo/past/visiting-hours.ts'
import { faultsOfLived } from './support/lived-demo.ts'
import { ownDemo } from './support/own-demo.ts'
import { NOBODY_VISITS, startDemo, temporaryFolder } from './support/program.ts'
import { figure, signIn } from './support/screens/app-screens.ts'
import { clientOf } from './support/sign-in.ts'

const DEMO = fileURLToPath(new URL('../apps/api/src/demo.ts', import.meta.url))
const WEEKS = { DEMO_WEEKS: '1', ...NOBODY_VISITS }

/** Starts a demo and kills it without warning, and its database with it if wished, once it has lived this many days. */
async function killedOn(day: number, data_dir: string, with_database = false): Promise<void> {
  const child = spawn(process.execPath, [DEMO], {
    env: { ...process.env, PORT: '0', DATA_DIR: data_dir, ...WEEKS },
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  await expect.poll(() => livedDays(data_dir), { intervals: [20] }).toBeGreaterThanOrEqual(day)
  const postmaster = runningPostmaster(locate(data_dir).cluster)
  if (with_database && postmaster !== null) process.kill(postmaster, 'SIGKILL')
  child.kill('SIGKILL')
  await gone
}

function livedDays(data_dir: string): number {
  const path = join(data_dir, 'demo-past.json')
  return existsSync(path) ? Number(JSON.parse(readFileSync(path, 'utf8')).day) : 0
}

test('a demo that is killed while it lives its past makes the rest at its next start, and nothing twice [proof 421]', async ({
  page,
}) => {
  const data_dir = temporaryFolder()
  await killedOn(2, data_dir)
  await killedOn(5, data_dir, true)
  // Yesterday, which is lived by the hour.
  await killedOn(6, data_dir)
  const demo = await startDemo({ data_dir, env: WEEKS })
  try {
    expect(await faultsOfLived(demo)).toEqual([])
    await page.goto(`${demo.url}/#/login`)
    await page.getByRole('button', { name: 'Someone new' }).click()
    await expect(page.getByLabel('Licence key')).toHaveValue(/^\w{4}-?\w{4}-?\w{4}-?\w{4}$/)
    await page.goto(`${demo.url}/#/login`)
    await page.getByRole('button', { name: 'Robin' }).click()
    await expect(page).toHaveURL(/#\/ad-center/)
    await expect(figure(page, 'Impressions')).toBeVisible()
    await expect(page.getByText('no real money')).not.toContainText(/clock \+|past/)
  } finally {
    await demo.stop()
  }
})

const DAY_MS = 86_400_000
const { today, range } = STATISTICS_PERIODS

/** The quarter hours of a day in which visitors come, as far as the day has gone. */
function quartersUntil(time_of_day_ms: number): string[] {
  const begun = VISITING_HOURS.filter(({ at_ms }) => at_ms < time_of_day_ms)
  return begun.map(({ at_ms }) => new Date(at_ms - (at_ms % (DAY_MS / 96))).toISOString().slice(11, 16))
}

/** The quarter hours in which anybody's plans spent, of today, of yesterday until the same time, and of all yesterday. */
async function spendingQuarters(clients: readonly CustomerClient[], yesterday: string) {
  const drawn = { today: new Set<string>(), before: new Set<string>(), yesterday: new Set<string>() }
  const draw = (quarters: Set<string>, points: readonly { at: string; spend: string }[] = []) => {
    for (const { at, spend } of points) if (Number(spend) > 0) quarters.add(at.slice(11, 16))
  }
  for (const client of clients) {
    const { points, before } = await client.call(statisticsChart, { type: today })
    draw(drawn.today, points)
    draw(drawn.before, before?.points)
    const whole = await client.call(statisticsChart, { type: range, from: yesterday, until: yesterday })
    draw(drawn.yesterday, whole.points)
  }
  return drawn
}

test.describe('of a demo that was left to live its past', () => {
  const lived = ownDemo({ env: { ...WEEKS, DEMO_OFFICE: 'by_itself' } })
  let ready_ms = 0
  test.beforeAll(() => {
    ready_ms = Date.now()
  })

  test('who looks first finds what waits for a reason of its own: a withdrawal to a new account, and a plan under review [proof 545]', async ({
    page,
  }) => {
    const { url, demo } = lived()
    const [robin, kim] = demo.customers
    await page.goto(`${url}/#/login`)
    await signIn(page, kim)
    await page.goto(`${url}/#/customer`)
    await page.getByRole('textbox', { name: 'Write a message' }).fill('Good day')
    await page.getByRole('button', { name: 'Send' }).click()
    // The office is at work and has been through its queues.
    await expect(
      page.getByText('This is an automatic reply from the sandbox’s office', { exact: false }),
    ).toBeVisible()
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${url}/#/login`)
    await page.reload()
    await signIn(page, robin)
    await page.goto(`${url}/#/wallet`)
    await expect(figure(page, 'On hold')).toContainText('40.00')
    await expect(page.getByRole('region', { name: 'Withdrawals on their way' })).toContainText('40.00')
    await page.goto(`${url}/#/plan`)
    await page.getByRole('tab', { name: 'My plans' }).click()
    await expect(page.getByRole('link', { name: /Night Line/ })).toContainText('Waiting to start')
  })

  test('today and yesterday have a course by the hour, as real days have [proof 841]', async () => {
    const { url, demo } = lived()
    const clients = await Promise.all(demo.customers.map((customer) => clientOf(url, customer)))
    const yesterday = new Date(ready_ms - DAY_MS).toISOString().slice(0, 10)
    const drawn = await spendingQuarters(clients, yesterday)
    expect(quartersUntil(DAY_MS).length).toBeGreaterThanOrEqual(6)
    expect([...drawn.yesterday]).toEqual(expect.arrayContaining(quartersUntil(DAY_MS)))
    // A quarter of an hour for an hour that began while the demo was made, and for what is being booked.
    const so_far = quartersUntil((ready_ms % DAY_MS) - DAY_MS / 96)
    expect([...drawn.today]).toEqual(expect.arrayContaining(so_far))
    expect([...drawn.before]).toEqual(expect.arrayContaining(so_far))
  })
})
