import { defineConfig } from '@playwright/test'
import { chromiumLaunchOptions } from './e2e/support/chromium.ts'
import { BROWSER_DRILLS, JOURNEYS } from './tidy/run/left-to-gates.ts'

/** End to end: the real program, a real PostgreSQL, Debian's Chromium at the size the screens are drawn for. */
export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'first', testMatch: '**/*.spec.ts', testIgnore: [...JOURNEYS, ...BROWSER_DRILLS] },
    { name: 'journeys', testMatch: JOURNEYS },
    { name: 'drills', testMatch: BROWSER_DRILLS },
  ],
  globalSetup: './e2e/support/quiet-demo.ts',
  outputDir: 'test-results',
  // Two beside the tests of Node and Chromium: one often waits for its page.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 480_000,
  // A busy machine is slow; nothing is waited for longer than it takes.
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    // One point a pixel: drawing four of them told no more, and took a tenth of the time.
    deviceScaleFactor: 1,
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Recording costs a tenth of the time; `--trace on` shows how a failure came about.
    trace: 'off',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: chromiumLaunchOptions(),
  },
})
