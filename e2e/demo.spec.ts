import { expect, test } from '@playwright/test'
import { type DemoFile, type Program, startDemo } from './support/program.ts'
import { figure, openAdCentre } from './support/screens/app-screens.ts'
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

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  demo = await startDemo()
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
  await openAdCentre(page, demo)
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
