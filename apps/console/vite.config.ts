import { messagesPlugin } from '@adtally/i18n/vite-plugin.ts'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  // Where the program serves the page.
  base: '/console/',
  plugins: [messagesPlugin(), react(), tailwind()],
  build: {
    target: 'es2022',
    // Which chunk imports which, for the budget gate.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Drops the calls and schemas that the console does not use.
      treeshake: {
        manualPureFunctions: [
          'z',
          'publicCall',
          'customerCall',
          'openStaffCall',
          'pageOf',
          'text',
          'because',
        ],
      },
    },
  },
})
