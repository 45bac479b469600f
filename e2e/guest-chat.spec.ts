import AxeBuilder from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { CommandLineOffice } from './support/offices/command-line-office.ts'
import { type Program, startProgram, temporaryFolder } from './support/program.ts'
import { QuietPages } from './support/screens/quiet-pages.ts'
import { test } from './support/test.ts'

/** The answer of a program that has no database yet. */
const NOT_READY = { code: 500, msg: 'The program is starting', data: { reason: 'starting' } }

let program: Program
let office: CommandLineOffice

test.beforeAll(async () => {
  const data_dir = temporaryFolder()
  program = await startProgram('apps/api/src/main.ts', { data_dir })
  office = new CommandLineOffice(data_dir)
  await office.open()
})
test.afterAll(async () => {
  await program?.stop()
})

test('a visitor finds service from the login, writes, loses nothing, and is answered', async ({
  page,
  context,
}) => {
  const quiet = new QuietPages()
  await quiet.watch(context)
  // The tap comes before the app knows where service is.
  const tapped = Promise.withResolvers<void>()
  await page.route('**/basic_config**', async (route) => {
    await tapped.promise
    await route.continue()
  })
  await page.goto(`${program.url}/#/login`)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Customer service' }).first().click()
  tapped.resolve()
  const chat = await opened
  await expect(chat.getByRole('heading', { name: 'Chat with customer service' })).toBeVisible()
  await expect(chat.getByText(/No one should ever ask you to pay to withdraw/)).toBeVisible()
  await expect(chat.getByText('Sandbox · no real money')).toBeVisible()
  const field = chat.getByLabel('Write a message')

  // The first answer is lost, the second try meets a program not ready; retrying must not double the message.
  let tries = 0
  await chat.route('**/service/guest/send', async (route) => {
    tries += 1
    if (tries > 2) return await route.continue()
    if (tries === 2) return await route.fulfill({ status: 500, json: NOT_READY })
    await route.fetch()
    await route.abort()
  })
  const text = 'Is this network for me?'
  await chat.evaluate(countMost, text)
  await field.fill(text)
  await field.press('Enter')
  const own = chat.getByText(text)
  await expect(chat.getByText('Not sent. We’ll try again.')).toBeVisible()
  await expect(chat.getByText(/· Sent$/)).toBeVisible()
  await expect(own).toHaveCount(1)
  await expect(field).toHaveValue('')
  expect(tries).toBe(3)
  expect(await chat.evaluate(() => Reflect.get(window, 'most'))).toBe(1)

  await office.run('answer-guest', { guest: 'guest-1', text: 'Tell us what you do.' })
  await expect(chat.getByText('Tell us what you do.')).toBeVisible()
  await expect(chat.getByText(/· Read$/)).toBeVisible()
  await chat.reload()
  await expect(own).toHaveCount(1)
  const { violations } = await new AxeBuilder({ page: chat }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  // The browser itself reports the two tries above that failed.
  expect(quiet.complaints.filter((complaint) => !/net::ERR_FAILED|status of 500/.test(complaint))).toEqual([])
})

/** Runs in the browser: records in `most` how often a text was among the messages at once. */
function countMost(text: string): void {
  const places = () =>
    [...document.querySelectorAll('#log .text')].filter((each) => each.textContent === text).length
  Reflect.set(window, 'most', places())
  new MutationObserver(() => {
    Reflect.set(window, 'most', Math.max(Number(Reflect.get(window, 'most')), places()))
  }).observe(document.body, { childList: true, subtree: true })
}
