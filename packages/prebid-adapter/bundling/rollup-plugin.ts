import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

const HOME = resolve(import.meta.dirname, '..')
const ADAPTER = join(HOME, 'modules', 'adtallyBidAdapter.ts')

/** What the plugin needs of Rollup, Rolldown or Vite. */
interface Resolving {
  resolve(source: string, importer?: string): Promise<{ id: string } | null>
}

/**
 * For Rollup, Rolldown and Vite: `prebid.js/modules/adtallyBidAdapter` is this folder's adapter, and what files here
 * import as Prebid.js's own files do comes from the published package beside whoever imports the adapter. Throws where
 * there is no such package.
 */
export function adtallyBidAdapter() {
  let sources = ''
  const findSources = async (bundler: Resolving, importer: string) => {
    if (sources) return
    const core = await bundler.resolve('prebid.js', importer)
    if (core === null || !existsSync(core.id))
      throw new Error(`${importer} has no package prebid.js to import`)
    sources = dirname(dirname(core.id))
  }
  return {
    name: 'adtally-bid-adapter',
    async resolveId(this: Resolving, source: string, importer?: string) {
      if (importer === undefined) return null
      if (source === 'prebid.js/modules/adtallyBidAdapter') {
        await findSources(this, importer)
        return ADAPTER
      }
      const path = relative(HOME, resolve(dirname(importer), source))
      if (!source.startsWith('.') || !importer.startsWith(HOME + sep) || path.startsWith('..')) return null
      const own = join(HOME, path.replace(/\.js$/, '.ts'))
      if (existsSync(own)) return own
      await findSources(this, importer)
      return join(sources, path)
    },
  }
}
