import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { ROOT } from '../../tidy/run/command.ts'
import { readTree } from '../../tidy/tree.ts'
import { chromiumLaunchOptions } from '../support/chromium.ts'
import type { DemoFile } from '../support/program.ts'
import { signIn } from '../support/screens/app-screens.ts'
import { openScreen } from '../support/screens/open-screen.ts'
import { firstOf, signInByApi } from '../support/sign-in.ts'
import { APPEARANCES } from './choice.ts'
import { digestOfPictured, PICTURES_FOLDER } from './pictured.ts'

/** Sharp at the width that the README shows, and small. */
const WINDOW = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true } as const
const QUALITY = 80

/** Each picture's page, and what is done there before it is taken. */
async function shotsOf({ url, demo }: { url: string; demo: DemoFile }) {
  const [customer] = demo.customers
  if (!customer) throw new Error('the demo has no customer')
  const token = await signInByApi(url, customer)
  const settled = await firstOf(url, token, '/plan/order/list?status=settled', 'plan_id')
  const detail = `/plan/detail?id=${settled}`
  const entries = async (page: Page) => {
    await page.getByRole('button', { name: 'Ledger entries' }).first().click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  }
  const nothing = async () => {}
  return [
    { name: 'ad-centre', page: 'ad-center', address: '/ad-center?period=all', prepare: nothing },
    { name: 'plan', page: 'plan-detail', address: detail, prepare: nothing },
    { name: 'wallet', page: 'wallet', address: '/wallet', prepare: nothing },
    { name: 'entries', page: 'plan-detail', address: detail, prepare: entries },
  ]
}

/** Takes the README's pictures of a demo with a past, and saves a digest of what they depend on. */
export async function takeReadmePictures(program: { url: string; demo: DemoFile }): Promise<number> {
  const folder = join(ROOT, PICTURES_FOLDER)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const shots = await shotsOf(program)
  const files: Record<string, string> = {}
  const browser = await chromium.launch(chromiumLaunchOptions())
  try {
    const context = await browser.newContext({ ...WINDOW, locale: 'en-GB', timezoneId: 'UTC' })
    const page = await context.newPage()
    await page.goto(`${program.url}/#/login`)
    await signIn(page, program.demo.customers[0] ?? { username: '', password: '' })
    const camera = await context.newCDPSession(page)
    for (const { name, page: page_name, address, prepare } of shots) {
      const screen = { path: '', name: page_name, address, viewer: 'first' } as const
      for (const colorScheme of APPEARANCES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto('about:blank')
        await openScreen(page, program.url, screen, 'en')
        await prepare(page)
        // Screenshot once to finish animations, which the next one does not wait for.
        await page.screenshot({ animations: 'disabled' })
        const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
        const picture = Buffer.from(data, 'base64')
        const file = `${name}-${colorScheme}.webp`
        writeFileSync(join(folder, file), picture)
        files[file] = createHash('sha256').update(picture).digest('hex')
      }
    }
  } finally {
    await browser.close()
  }
  const manifest = { follows_from: digestOfPictured(readTree(ROOT)), files }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return Object.keys(files).length
}
