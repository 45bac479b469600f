import { readFile } from 'node:fs/promises'
import { compileCatalogue } from './compile-catalogue.ts'

const CATALOGUE = /\/catalogues\/[\w-]+\/app\.json$/

/** What this plugin needs of Vite, so that the package does not depend on it. */
interface VitePluginShape {
  name: string
  enforce: 'pre'
  config(): { resolve: { alias: Record<string, string> } }
  load(id: string): Promise<string | null>
}

/**
 * Vite plugin: compiles the interface's catalogues when they are bundled, and makes use-intl format compiled
 * messages only (its own parser would weigh 32 KB, HOUSE).
 */
export function messagesPlugin(): VitePluginShape {
  return {
    name: 'adtally-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    async load(id) {
      const [path = ''] = id.split('?')
      if (!CATALOGUE.test(path)) return null
      return JSON.stringify(compileCatalogue(JSON.parse(await readFile(path, 'utf8'))))
    },
  }
}
