import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { locate } from '../apps/api/src/database/embedded/location.ts'
import { runningPostmaster } from '../apps/api/src/database/embedded/postmaster.ts'
import { faultsOfLived } from './support/lived-demo.ts'
import { NOBODY_VISITS, startDemo, temporaryFolder } from './support/program.ts'
import { figure, signIn } from './support/screens/app-screens.ts'

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

test('who looks first finds what waits for a reason of its own: a withdrawal to a new account, and a plan under review [proof 545]', async ({
  page,
}) => {
  const demo = await startDemo({ env: { ...WEEKS, DEMO_OFFICE: 'by_itself' } })
  try {
    const [robin, kim] = demo.demo.customers
    await page.goto(`${demo.url}/#/login`)
    await signIn(page, kim)
    await page.goto(`${demo.url}/#/customer`)
    await page.getByRole('textbox', { name: 'Write a message' }).fill('Good day')
    await page.getByRole('button', { name: 'Send' }).click()
    // The office is at work and has been through its queues.
    await expect(
      page.getByText('This is an automatic reply from the sandbox’s office', { exact: false }),
    ).toBeVisible()
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${demo.url}/#/login`)
    await page.reload()
    await signIn(page, robin)
    await page.goto(`${demo.url}/#/wallet`)
    await expect(figure(page, 'On hold')).toContainText('40.00')
    await expect(page.getByRole('region', { name: 'Withdrawals on their way' })).toContainText('40.00')
    await page.goto(`${demo.url}/#/plan`)
    await page.getByRole('tab', { name: 'My plans' }).click()
    await expect(page.getByRole('link', { name: /Night Line/ })).toContainText('Waiting to start')
  } finally {
    await demo.stop()
  }
})
