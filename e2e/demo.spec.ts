import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { killPostgres } from './support/kills/postgres-processes.ts'
import { type DemoFile, type Program, startDemo, temporaryFolder } from './support/program.ts'
import { figure, signIn } from './support/screens/app-screens.ts'
import { QuietPages } from './support/screens/quiet-pages.ts'

/** SPEC §3's eight figures, as the ad centre names them. */
const EIGHT = [
  'Invested',
  'Delivery orders',
  'Consumed',
  'To be consumed',
  'Impressions',
  'Clicks',
  'Advertising revenue',
  'Profit',
]

let demo: Program & { demo: DemoFile }
let data_dir: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  data_dir = temporaryFolder()
  demo = await startDemo({ data_dir })
})
test.afterAll(async () => {
  await demo?.stop()
})

test('the demo prints what to open; its customer sees the figures move by real visits', async ({
  page,
  context,
}) => {
  const quiet = new QuietPages()
  await quiet.watch(context)
  expect(demo.output().match(/^ready /gm)).toHaveLength(1)
  // In a pipe, plain lines from the start: what is being done, and how long it usually takes.
  expect(demo.output()).toMatch(
    /^Starting the demo for the first time: [^\n]* mostly takes half a minute\.\n/,
  )
  expect(demo.output()).toMatch(/^ +\d+ s {2}making a PostgreSQL$/m)
  expect(demo.output()).toMatch(/^ +\d+ s {2}filling the sandbox$/m)
  for (const control of ['\r', '\x1b']) expect(demo.output()).not.toContain(control)
  for (const { username, password } of demo.demo.customers) {
    expect(demo.output()).toContain(username)
    expect(demo.output()).toContain(password)
  }
  await openAdCentre(page)
  for (const label of EIGHT) await expect(figure(page, label)).toBeVisible()
  const moving = ['Consumed', 'To be consumed', 'Profit'].map((label) => figure(page, label))
  const at_first = await Promise.all(moving.map((each) => each.textContent()))
  for (let times = 0; times < 3; times += 1) {
    const shown = await figure(page, 'Impressions').textContent()
    // Without a reload; the main job's test measures how soon after a visit.
    await expect(figure(page, 'Impressions')).not.toHaveText(shown ?? '')
  }
  for (const [index, each] of moving.entries()) await expect(each).not.toHaveText(at_first[index] ?? '')
  expect(quiet.complaints).toEqual([])
})

test('control: what the content policy refuses is heard', async ({ page, context }) => {
  const quiet = new QuietPages()
  await quiet.watch(context)
  await page.goto(`${demo.url}/#/login`)
  await page.evaluate(() => {
    document.body.append(Object.assign(new Image(), { src: 'http://192.0.2.1/picture.png' }))
  })
  await expect.poll(() => quiet.complaints.join()).toContain('securitypolicyviolation img-src')
})

test('axe finds nothing on the pages with figures', async ({ page, context }) => {
  const quiet = new QuietPages()
  await quiet.watch(context)
  await openAdCentre(page)
  const found: string[] = []
  // `npm run prove` checks every page and sheet, light and dark.
  for (const path of ['/ad-center', '/plan', '/wallet']) {
    // A full load, so that nothing of the previous page is checked.
    await page.goto('about:blank')
    await page.goto(`${demo.url}/#${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(page.locator('main')).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    found.push(...violations.map(({ id, nodes }) => `${path}: ${id} at ${nodes[0]?.target.join(' ')}`))
  }
  expect(found).toEqual([])
  expect(quiet.complaints).toEqual([])
})

test('killed with its database it starts again on the same data, and Ctrl-C ends it', async ({ page }) => {
  const [before] = demo.demo.customers
  process.kill(demo.pid, 'SIGKILL')
  demo = await startDemo({ data_dir })
  expect(demo.demo.customers[0]).toEqual(before)
  killPostgres(data_dir)
  process.kill(demo.pid, 'SIGKILL')
  demo = await startDemo({ data_dir })
  await openAdCentre(page)
  await expect(figure(page, 'Invested')).toContainText('120.00')
  await demo.stop({ keep_data: true })
  await expect(fetch(`${demo.url}/healthz`)).rejects.toThrow()
  demo = await startDemo({ data_dir })
  expect(demo.demo.customers[0]).toEqual(before)
})

async function openAdCentre(page: Page): Promise<void> {
  const [customer] = demo.demo.customers
  await page.goto(`${demo.url}/#/login`)
  await signIn(page, customer)
  await page.goto(`${demo.url}/#/ad-center?period=all`)
  await expect(figure(page, 'Impressions')).toBeVisible()
}
