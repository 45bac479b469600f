import { fileURLToPath } from 'node:url'
import { LANGUAGE_MODULE, messagesPlugin } from '@adtally/i18n/vite-plugin.ts'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { keptFirst } from './kept-first.ts'
import { preloadPlugin } from './preload-plugin.ts'

/** Libraries of the first screen; those of dialogs, sheets and single screens stay in their own chunks. */
const VENDOR =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zod|use-intl|icu-minify|@formatjs)\//

/** Everything around pages, and the first screens' primitives. */
const SHELL = new RegExp(
  [
    'apps/web/src/app/(?!not-found)',
    'apps/web/src/lib/(?!device/(device-notifications|save-file|sha256)|session/(transaction|use-pin)|figures/use-amounts|forms/(create-kept|typed-text|use-form\\.|use-image-picks|use-step)|images|use-act)',
    'apps/web/src/components/header/(account-dialog|header|language-sheet|lazy-dialogs|logout-dialog|notification-bell|status-strips)',
    'apps/web/src/components/(cursor-list|fields/connected-button|link-row|loaded|refresh|use-back|use-service)',
    'packages/ui/src/(button|class-names|field|icons|list-row|password-field|states|tally|toast)',
    'apps/web/src/features/auth/components/brand',
    'packages/client/src/(?!save-blob|use-amounts|passkeys\\.)',
    'packages/i18n/src/(?!catalogues|read-amount)',
    'packages/contract/src/(call|enums|fields|identity/identity|reasons|service/(service|files))\\.',
  ].join('|'),
)

/** Shared by pages with figures and by plan rows: as many small files they would load one after another. */
const FIGURES =
  /packages\/ui\/src\/(amount|banner|card|chip|figure|tabs)\.|components\/(charts\/count-figure|words\/explained|fields\/search-field)\.|features\/wallet\/api\/(fund-flow|property|withdrawals)\.|wallet\/components\/flow\/use-month-name\.|features\/ad-center\/(api\/statistics|components\/use-reading)\./
const PLAN_ROWS =
  /components\/(charts\/loss-line|plan-row|plan-status-chip|product-picture)\.|contract\/src\/plans\/(plans|seen)\.|features\/plans\/(api\/(plans|products)|components\/(placing\/placing-address|products\/push-chips))\./
/** The charts' code, one file instead of three. */
const CHARTS =
  /components\/(charts\/spend-chart|statistics-chart)\.|ad-center\/components\/(before|period-chart|span-before)\./
/** What the wallet shows of holds and its sheets share: four files of a kilobyte otherwise. */
const HOLDS = /contract\/src\/money\/holds\.|features\/wallet\/(api\/(holds|moved)|components\/hold-card)\./

/** Chunks whose functions are mostly called by the first page. */
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
      // The app's own worker, which also shows notifications.
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
        // The PDF reader is larger than the shell and rarely opened.
        globIgnores: ['assets/pdf*.js'],
        manifestTransforms: [kept_first.mark],
      },
    }),
  ],
  build: {
    target: 'es2022',
    // Which chunk imports which, for the budget gate.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Drops calls of the contract that no screen uses from the bundle.
      treeshake: { manualPureFunctions: ['z', 'publicCall', 'customerCall', 'pageOf', 'text', 'because'] },
      output: {
        // The first screen in two chunks: each further file costs a phone a round trip.
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
        // Tells V8 to compile all functions in the background while the file loads, not each at its first call.
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
