import { messagesPlugin } from '@adtally/i18n/vite-plugin.ts'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'

/** How a desk's page is built, which is served at `base`. Each is a build of its own: none has what is another's. */
export function deskBuild(base: string): UserConfig {
  return {
    base,
    plugins: [messagesPlugin(), react(), tailwind()],
    build: {
      target: 'es2022',
      // Which chunk imports which, for the budget gate.
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // Small parts of several pages, and what they need, in one file: compressed by itself each costs more.
          codeSplitting: {
            groups: [
              {
                name: 'parts',
                test: /console\/src\/components\/leaving\/(leave-guard|use-leave-guard|shown-once)|ui\/src\/(card|chip)\./,
              },
            ],
          },
        },
        // Drops the calls and schemas that the page does not use.
        treeshake: {
          manualPureFunctions: [
            'z',
            'publicCall',
            'customerCall',
            'openStaffCall',
            'staffCall',
            'fileCall',
            'pageOf',
            'text',
            'because',
          ],
        },
      },
    },
  }
}
