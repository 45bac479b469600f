import { fileURLToPath } from 'node:url'
import { LANGUAGE_MODULE, messagesPlugin } from '@adtally/i18n/vite-plugin.ts'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { keptFirst } from './kept-first.ts'
import { preloadPlugin } from './preload-plugin.ts'

/** Libraries of the first screen; dialogs, sheets and what single screens need stay in chunks of their own. */
const VENDOR =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zod|use-intl|icu-minify|@formatjs)\//

/** What surrounds every page, and the primitives that the first screens draw with. */
const SHELL = new RegExp(
  [
    'apps/web/src/app/(?!not-found)',
    'apps/web/src/lib/(?!device/(device-notifications|save-file|sha256)|session/(transaction|use-pin)|figures/use-amounts|forms/(create-kept|typed-text|use-form\\.|use-image-picks|use-step)|images|use-act)',
    'apps/web/src/components/header/(account-dialog|header|language-sheet|lazy-dialogs|logout-dialog|notification-bell|status-strips)',
    'apps/web/src/components/(cursor-list|fields/connected-button|link-row|loaded|refresh|use-back|use-service)',
    'packages/ui/src/(button|class-names|field|icons|list-row|password-field|states|tally|toast)',
    'apps/web/src/features/auth/components/brand',
    'packages/i18n/src/(?!catalogues|read-amount)',
    'packages/contract/src/(call|enums|fields|identity/identity|reasons|service/(service|files))\\.',
  ].join('|'),
)

/** What pages with figures share, and what rows of plans do: files of a kilobyte each would wait for one another on a phone. */
const FIGURES =
  /packages\/ui\/src\/(amount|banner|card|chip|figure|tabs)\.|components\/(charts\/count-figure|words\/explained|fields\/search-field)\.|features\/wallet\/api\/(fund-flow|property|withdrawals)\.|wallet\/components\/flow\/use-month-name\.|features\/ad-center\/(api\/statistics|components\/use-reading)\./
const PLAN_ROWS =
  /components\/(charts\/loss-line|plan-row|plan-status-chip|product-picture)\.|contract\/src\/plans\/plans\.|features\/plans\/(api\/(plans|products)|components\/(placing\/placing-address|products\/push-chips))\./
/** What is drawn over time: its code is one file instead of three. */
const CHARTS =
  /components\/(charts\/spend-chart|statistics-chart)\.|ad-center\/components\/(before|period-chart|span-before)\./
/** What the wallet shows of holds and its sheets share: four files of a kilobyte otherwise. */
const HOLDS = /contract\/src\/money\/holds\.|features\/wallet\/(api\/(holds|moved)|components\/hold-card)\./

/** Chunks of which a first page calls most functions. */
const CALLED_ON_LOAD = new Set(['vendor', 'shell'])

const kept_first = keptFirst()

export default defineConfig({
  plugins: [
    messagesPlugin(),
    react(),
    tailwind(),
    preloadPlugin(fileURLToPath(new URL('src/app/routes.ts', import.meta.url))),
    kept_first.plugin,
    VitePWA({
      injectRegister: false,
      registerType: 'prompt',
      // Its own, since it shows notifications, too.
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      manifest: {
        name: 'Adtally',
        short_name: 'Adtally',
        start_url: '/',
        display: 'standalone',
        background_color: '#f5f5f2',
        theme_color: '#f5f5f2',
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
        ],
      },
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['index.html', 'preload.js', 'icon-192.png', 'assets/*.{js,css}'],
        // The PDF reader is larger than the shell, and few ever open it.
        globIgnores: ['assets/pdf*.js'],
        manifestTransforms: [kept_first.mark],
      },
    }),
  ],
  build: {
    target: 'es2022',
    // Which chunk brings which: read by the budget gate.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A call of the contract that no screen uses is left out of the bundle.
      treeshake: { manualPureFunctions: ['z', 'publicCall', 'customerCall', 'pageOf', 'text', 'because'] },
      output: {
        // What the first screen needs, in two chunks: each further file costs a round trip on a phone's connection.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: VENDOR, priority: 2 },
            { name: 'shell', test: SHELL, priority: 2 },
            { name: 'figures', test: FIGURES, priority: 1 },
            { name: 'plan-rows', test: PLAN_ROWS, priority: 1 },
            { name: 'charts', test: CHARTS, priority: 1 },
            { name: 'holds', test: HOLDS, priority: 1 },
          ],
        },
        // V8's word for: compile all functions beside the page, while the file arrives, and not each on its first call.
        postBanner: ({ name }) => (CALLED_ON_LOAD.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        chunkFileNames: (chunk) => {
          const [, language, namespace] = LANGUAGE_MODULE.exec(chunk.facadeModuleId ?? '') ?? []
          if (language === undefined) return 'assets/[name]-[hash].js'
          return `assets/languages/${[language, namespace].filter(Boolean).join('-')}-[hash].js`
        },
      },
    },
  },
})
