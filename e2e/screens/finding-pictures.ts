import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { drawPoster } from '../../apps/api/src/demo/seed/artwork/posters.ts'
import { ROOT } from '../../tidy/run/command.ts'
import { ensurePdfTools } from '../../tidy/run/ensure-pdf-tools.ts'
import { chromiumLaunchOptions } from '../support/chromium.ts'
import { PRODUCT } from '../support/market.ts'
import { type DemoFile, temporaryFolder } from '../support/program.ts'
import {
  askDeposit,
  enterPin,
  placeToReceipt,
  reviewFromAmount,
  signIn,
} from '../support/screens/app-screens.ts'
import { openScreen } from '../support/screens/open-screen.ts'

/** Their folder, beside the paper that shows them. */
const FINDING_PICTURES_FOLDER = 'docs/first-users'

const WINDOW = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' } as const
const QUALITY = 70
const STEP_TIMEOUT_MS = 30_000

/** A demo at the first visit, in a fresh browser. */
interface Scene {
  page: Page
  context: BrowserContext
  url: string
  demo: DemoFile
}

/** Shows each of the thirteen findings on screen, by its number in the paper. */
const SHOTS: readonly ((scene: Scene) => Promise<void>)[] = [
  receipt,
  sheetOverPage,
  keypadOnItsSide,
  neverRead,
  today,
  sessionEnded,
  pastedAmount,
  draftPaid,
  chatWithBadImage,
  statementPage,
  commonPassword,
  firstConfig,
  nextField,
]

/** Takes and saves a picture of each fixed finding on a demo with a past; returns how many. */
export async function takeFindingPictures(program: { url: string; demo: DemoFile }): Promise<number> {
  await ensurePdfTools()
  const folder = join(ROOT, FINDING_PICTURES_FOLDER)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch(chromiumLaunchOptions())
  try {
    for (const [index, shot] of SHOTS.entries()) {
      const context = await browser.newContext({ ...WINDOW, locale: 'en-GB', timezoneId: 'UTC' })
      context.setDefaultTimeout(STEP_TIMEOUT_MS)
      const page = await context.newPage()
      await shot({ page, context, ...program })
      const camera = await context.newCDPSession(page)
      await page.screenshot({ animations: 'disabled' })
      const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
      const name = `${String(index + 1).padStart(2, '0')}.webp`
      writeFileSync(join(folder, name), Buffer.from(data, 'base64'))
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return SHOTS.length
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Signs in as the demo's customer at this place in its file. */
async function enter({ page, url, demo }: Scene, place: number, address: string): Promise<void> {
  const customer = demo.customers[place]
  if (!customer) throw new Error(`the demo has no customer ${place}`)
  await page.goto(`${url}/#/login`)
  await signIn(page, customer)
  await page.goto(`${url}/#${address}`)
}

/** Goes to the step that asks for a plan's amount. */
async function toAmount(scene: Scene): Promise<void> {
  await enter(scene, 0, '/plan')
  await scene.page
    .getByRole('link', { name: /^Tidepool/ })
    .first()
    .click()
  await button(scene.page, 'Place a plan').click()
  await scene.page.getByRole('textbox', { name: 'Investment amount' }).waitFor()
}

async function receipt(scene: Scene): Promise<void> {
  await toAmount(scene)
  await placeToReceipt(scene.page, '20.00')
}

async function sheetOverPage(scene: Scene): Promise<void> {
  const { page } = scene
  await enter(scene, 0, '/wallet')
  await page.getByRole('list', { name: 'Fund details' }).getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Why this entry exists' }).first().waitFor()
}

async function keypadOnItsSide(scene: Scene): Promise<void> {
  const { page } = scene
  await page.setViewportSize({ width: 844, height: 390 })
  await enter(scene, 0, '/wallet?withdraw=amount')
  await page.getByRole('textbox', { name: /^Amount in/ }).fill('15.00')
  await button(page, 'Continue').click()
  await button(page, /^Withdraw · /).click()
  await enterPin(page.getByRole('dialog'), '1')
}

async function neverRead(scene: Scene): Promise<void> {
  const { page, context } = scene
  await enter(scene, 0, '/wallet')
  await context.setOffline(true)
  await page.goto(`${scene.url}/#/verify`)
  await page.getByText(/This will load when you’re back online/).waitFor()
}

async function today(scene: Scene): Promise<void> {
  await enter(scene, 0, '/wallet')
  const screen = { path: '', name: 'ad-center', address: '/ad-center', viewer: 'first' } as const
  await openScreen(scene.page, scene.url, screen, 'en')
  await scene.page.evaluate(() => window.scrollTo(0, 420))
}

async function sessionEnded(scene: Scene): Promise<void> {
  const { page } = scene
  await enter(scene, 0, '/wallet?withdraw=amount')
  await page.getByRole('textbox', { name: /^Amount in/ }).fill('33.00')
  const expired = {
    code: 503,
    msg: 'Session expired, please log in again',
    data: { reason: 'token_expired' },
  }
  await page.route('**/facebook-business/**', (route) => route.fulfill({ json: expired }))
  await button(page, 'Continue').click()
  await page.getByText('Session expired, please log in again').first().waitFor()
}

async function pastedAmount(scene: Scene): Promise<void> {
  const { page } = scene
  await toAmount(scene)
  const amount = page.getByRole('textbox', { name: 'Investment amount' })
  await amount.evaluate((field) => {
    const pasted = new DataTransfer()
    pasted.setData('text/plain', 'USD 120.00')
    field.focus()
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }),
    )
  })
  if ((await amount.inputValue()) === '') await amount.fill('USD 120.00')
}

async function draftPaid(scene: Scene): Promise<void> {
  await enter(scene, 1, '/ad-center/operated')
  await button(scene.page, 'Choose amount').first().click()
  await reviewFromAmount(scene.page, '20.00')
}

async function chatWithBadImage(scene: Scene): Promise<void> {
  const { page } = scene
  await enter(scene, 0, '/customer')
  await askDeposit(page)
  await page.getByLabel('Choose images').setInputFiles([
    { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no image') },
    { name: 'poster.png', mimeType: 'image/png', buffer: await drawPoster(PRODUCT.poster, 320, 100) },
  ])
  const chosen = page.getByRole('list', { name: 'Chosen images' })
  await chosen.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await chosen.scrollIntoViewIfNeeded()
}

async function statementPage(scene: Scene): Promise<void> {
  const { page } = scene
  await enter(scene, 0, '/wallet')
  await button(page, 'Monthly statement').click()
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Save PDF').click()])
  const folder = temporaryFolder()
  const pdf = join(folder, 'statement.pdf')
  await file.saveAs(pdf)
  const flags = ['-png', '-r', '66', '-f', '1', '-l', '1', '-singlefile']
  const { error } = spawnSync('pdftoppm', [...flags, pdf, join(folder, 'page')])
  if (error) throw error
  const image = readFileSync(join(folder, 'page.png')).toString('base64')
  rmSync(folder, { recursive: true, force: true })
  await page.goto('about:blank')
  await page.setViewportSize({ width: 546, height: 773 })
  await page.setContent(`<body style="margin:0"><img src="data:image/png;base64,${image}"></body>`)
}

/** Fills in the registration's first step. */
async function register({ page, url }: Scene, password: string): Promise<void> {
  await page.goto(`${url}/#/login`)
  await button(page, 'Someone new').click()
  await page.getByLabel('Licence key').waitFor()
  await page.getByLabel('Username').fill('first-picture')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await button(page, 'Continue').click()
}

async function commonPassword(scene: Scene): Promise<void> {
  await register(scene, 'password123')
  await scene.page.locator('[aria-invalid="true"]').first().waitFor()
}

async function firstConfig({ page, url }: Scene): Promise<void> {
  await page.goto(`${url}/#/login`)
  await button(page, 'Language').click()
  await page.getByRole('dialog').getByText('Deutsch', { exact: true }).click()
  await page.locator('html[lang="de"]').waitFor()
}

async function nextField(scene: Scene): Promise<void> {
  await register(scene, 'harbour kettle violin')
  await scene.page.getByRole('textbox', { name: 'Email' }).waitFor()
  await scene.page.getByRole('textbox', { name: 'Email' }).waitFor()
  await scene.page.keyboard.type('Ada')
  await scene.page.getByText('Step 2 of 2').waitFor()
}
