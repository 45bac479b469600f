import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import type { DemoFile } from '../program.ts'
import { signIn } from './app-screens.ts'
import { openScreen } from './open-screen.ts'
import { type Screen, VIEWERS, type Viewer } from './screens.ts'

type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>

/** A screen in a language, completely loaded. */
export interface Sight {
  page: Page
  screen: Screen
  language: string
}

/** What to walk through, and the windows' settings. */
export interface WalkOptions {
  url: string
  demo: DemoFile
  screens: readonly Screen[]
  languages: readonly string[]
  context: BrowserContextOptions
  /** Called before a window's first address is opened. */
  prepare?: (page: Page) => Promise<void>
}

/**
 * Opens every screen in every language, with a window per viewer that turns from language to language, and calls `look`
 * once it is complete. A screen that fails, or whose `look` throws, is reported and the walk continues.
 */
export async function walkScreens(
  browser: Browser,
  options: WalkOptions,
  look: (sight: Sight) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = []
  for (const viewer of VIEWERS) {
    const screens = options.screens.filter((screen) => screen.viewer === viewer)
    if (screens.length === 0) continue
    const storageState = await storageOf(browser, options, viewer)
    const context = await browser.newContext({
      ...options.context,
      serviceWorkers: 'block',
      ...(storageState && { storageState }),
    })
    const page = await context.newPage()
    await options.prepare?.(page)
    for (const [turn, language] of options.languages.entries()) {
      if (turn === 0) await loadIn(page, options.url, language)
      else await turnTo(page, language)
      for (const screen of screens) {
        try {
          await openScreen(page, options.url, screen, language)
          await look({ page, screen, language })
        } catch (error) {
          failures.push(`${screen.path}, ${language}: ${error instanceof Error ? error.message : error}`)
          // Reload, so that an open sheet or the like does not affect the next screen.
          await loadIn(page, options.url, language)
        }
      }
    }
    await context.close()
  }
  return failures
}

/** Has the app follow another tab's choice of language: it keeps the code of its pages, and loads only texts. */
async function turnTo(page: Page, language: string): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('lang', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'lang', newValue: chosen }))
  }, language)
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language)
}

/** Chooses the language as an earlier visit would have, and reloads the app on a page without calls of its own. */
async function loadIn(page: Page, url: string, language: string): Promise<void> {
  await page.goto(`${url}/#/no-such-page`)
  await page.evaluate((chosen) => localStorage.setItem('lang', chosen), language)
  await page.reload()
}

/** The device's storage after a customer's sign-in; null for a visitor. */
async function storageOf(
  browser: Browser,
  { url, demo }: WalkOptions,
  viewer: Viewer,
): Promise<StoredState | null> {
  const customer = viewer === 'visitor' ? undefined : demo.customers.at(viewer === 'first' ? 0 : 1)
  if (!customer) return null
  const context = await browser.newContext({ locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${url}/#/login`)
  await signIn(page, customer)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('fb_userInfo'))).toContain('register')
  const state = await context.storageState()
  await context.close()
  return state
}
