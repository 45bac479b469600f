import { basename, delimiter, dirname } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { CHROMIUM_FLAGS, findChromium } from './e2e/support/chromium.ts'
import { messagesPlugin } from './packages/i18n/src/vite-plugin.ts'
import { DRILLS, LAYOUTS } from './tidy/run/left-to-gates.ts'
import { LongestFirst } from './tidy/run/longest-first.ts'

const chromium = findChromium()

// Components are tried with the React that users get, not with its development build, which costs an eighth more.
process.env.NODE_ENV = 'production'

/**
 * Three files at once keep two processors busy, because a file often waits for its server; first those in Node, then
 * those in Chromium, four at once, because they wait more. The files of a worker share the program's modules: loading them
 * anew for each took a third of the time (docs/decisions/tests-share-modules.md).
 */
const IN_NODE = {
  maxWorkers: 3,
  isolate: false,
  sequence: { groupOrder: 0 },
  env: { NODE_ENV: 'test' },
}
const IN_CHROMIUM = { maxWorkers: 4, isolate: false, sequence: { groupOrder: 1 } }

/** `any`: an order drawn by chance, which `e2e/prove/random-order.gate.ts` asks for. */
const ORDER = process.env.TEST_ORDER === 'any' ? { shuffle: { files: true } } : { sequencer: LongestFirst }

/** A busy machine is slow; nothing is waited for longer than it takes. */
const POLL_TIMEOUT_MS = 60_000
const PATIENCE = {
  expect: { poll: { timeout: POLL_TIMEOUT_MS } },
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

const CONSOLE = ['apps/console/**/*.test.tsx']

/** Configurations of fonts, for `e2e/prove/machines/fonts.gate.ts`: layouts are tried in a Chromium with each. */
const FONT_MACHINES = (process.env.FONT_MACHINES ?? '').split(delimiter).filter((path) => path !== '')

/** Playwright's Chromium, with these variables beside the environment's. */
function chromiumWith(env: Readonly<Record<string, string>> = {}) {
  return playwright({
    launchOptions: {
      args: [...CHROMIUM_FLAGS],
      env: { ...process.env, ...env },
      // Without one, only this project fails to start, and its message says that a browser is missing.
      ...(chromium === null ? {} : { executablePath: chromium }),
    },
  })
}

/** A project of components' tests, which run in Chromium, or in one for each of these configurations of fonts. */
function inChromium(
  files: { name: string; include: string[]; exclude: string[] },
  font_machines: readonly string[] = [],
): UserWorkspaceConfig {
  const instance = { browser: 'chromium', viewport: { width: 390, height: 844 } } as const
  const instances = font_machines.map((path) => ({
    ...instance,
    name: basename(dirname(path)),
    provider: chromiumWith({ FONTCONFIG_FILE: path }),
  }))
  return {
    plugins: [messagesPlugin(), react(), tailwind()],
    resolve: { dedupe: ['react', 'react-dom'] },
    // Every library is found before the first test: one found later reloads the page under a running test.
    optimizeDeps: {
      entries: ['apps/{web,console}/src/**/*.{ts,tsx}', 'packages/{client,contract,ui}/src/**/*.{ts,tsx}'],
      include: ['react/jsx-dev-runtime', 'react-dom/client'],
    },
    test: {
      ...files,
      setupFiles: ['packages/client/src/testing/begin-online.ts'],
      // By number, because the name localhost leads nowhere on some machines.
      api: { host: '127.0.0.1' },
      ...PATIENCE,
      ...IN_CHROMIUM,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: chromiumWith(),
        instances: instances.length > 0 ? instances : [instance],
      },
    },
  }
}

/**
 * A test's kind follows from its name and place: `*.test.tsx` runs in Chromium; `*.test.ts` runs in Node, the
 * structure's own under `tidy/`.
 */
export default defineConfig({
  test: {
    sequence: ORDER,
    projects: [
      {
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          exclude: DRILLS,
          globalSetup: ['apps/api/src/testing/servers/global-setup.ts'],
          ...PATIENCE,
          ...IN_NODE,
        },
      },
      {
        test: {
          name: 'units',
          include: [
            'packages/**/*.test.ts',
            'apps/web/**/*.test.ts',
            'apps/console/**/*.test.ts',
            '{bench,e2e}/**/*.test.ts',
          ],
          exclude: DRILLS,
          ...PATIENCE,
          ...IN_NODE,
        },
      },
      {
        test: {
          name: 'drills',
          include: DRILLS,
          globalSetup: ['apps/api/src/testing/servers/global-setup.ts'],
          ...PATIENCE,
          ...IN_NODE,
        },
      },
      { test: { name: 'tidy', include: ['tidy/**/*.test.ts'], ...PATIENCE, ...IN_NODE } },
      inChromium({
        name: 'browser',
        include: ['{apps,packages}/**/*.test.tsx'],
        exclude: [...configDefaults.exclude, ...LAYOUTS, ...CONSOLE],
      }),
      // In pages of its own: files of a page share its style sheets, and the two apps have different ones.
      inChromium({ name: 'console', include: CONSOLE, exclude: [] }),
      inChromium({ name: 'layouts', include: LAYOUTS, exclude: [] }, FONT_MACHINES),
    ],
  },
})
