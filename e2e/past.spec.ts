import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { figure } from './support/app-screens.ts'
import { faultsOfLived } from './support/lived-demo.ts'
import { NOBODY_VISITS, startDemo, temporaryFolder } from './support/program.ts'

const DEMO = fileURLToPath(new URL('../apps/api/src/demo.ts', import.meta.url))
const WEEKS = { DEMO_WEEKS: '1', ...NOBODY_VISITS }

/** Starts a demo and kills it, without a word, once it has lived so many days. */
async function killedOn(day: number, data_dir: string): Promise<void> {
  const child = spawn(process.execPath, [DEMO], {
    env: { ...process.env, PORT: '0', DATA_DIR: data_dir, ...WEEKS },
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  await expect.poll(() => livedDays(data_dir), { intervals: [20] }).toBeGreaterThanOrEqual(day)
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
  await killedOn(5, data_dir)
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
