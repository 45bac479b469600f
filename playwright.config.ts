import { defineConfig } from '@playwright/test'
import { chromiumLaunchOptions } from './e2e/support/chromium.ts'

/** End to end: the real program, a real PostgreSQL, Debian's Chromium at the size the screens are drawn for. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // A busy machine is slow; nothing is waited for longer than it takes.
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Recording costs a tenth of the time; `--trace on` shows how a failure came about.
    trace: 'off',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    launchOptions: chromiumLaunchOptions(),
  },
})
