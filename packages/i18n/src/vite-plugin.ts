import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type CompiledCatalogue, compileCatalogue } from './compile-catalogue.ts'
import { keepWords } from './keep-words.ts'
import { COMPLETE_LANGUAGES } from './languages.ts'
import { isFirst, namespaceOf } from './namespaces.ts'

const LANGUAGES = 'virtual:adtally-languages'
/** A language's first chunk, or with a second name the chunk of that namespace. */
export const LANGUAGE_MODULE = /^virtual:adtally-language\/([\w-]+)(?:\/(\w+))?$/

/** The part of Vite's plugin type used here, so that the package does not depend on Vite. */
interface VitePluginShape {
  name: string
  enforce: 'pre'
  config(): { resolve: { alias: Record<string, string> } }
  resolveId(id: string): string | null
  load(this: { addWatchFile(path: string): void }, id: string): Promise<string | null>
}

/**
 * Vite plugin: compiles the interface's catalogues when bundling, and makes use-intl format compiled messages only
 * (its own parser would add 32 KB, HOUSE). A language is one module with the messages of every screen and the paths
 * of its other namespaces, so that the program refers to 12 chunks instead of 12 × namespaces.
 */
export function messagesPlugin(): VitePluginShape {
  return {
    name: 'adtally-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    resolveId: (id) => (id === LANGUAGES || LANGUAGE_MODULE.test(id) ? id : null),
    async load(id) {
      if (id === LANGUAGES) return languagesModule()
      const [, language, namespace] = LANGUAGE_MODULE.exec(id) ?? []
      if (language === undefined) return null
      const paths = pathsOf(language)
      const compiled = async (name: string) => {
        const path = paths.get(name) ?? ''
        this.addWatchFile(path)
        return compileCatalogue(keepWords(language, JSON.parse(await readFile(path, 'utf8'))))
      }
      if (namespace !== undefined) return `export default ${JSON.stringify(await compiled(namespace))}`
      const names = [...paths.keys()]
      const first: CompiledCatalogue = {}
      for (const name of names.filter(isFirst)) first[name] = await compiled(name)
      return languageModule(
        language,
        first,
        names.filter((name) => !isFirst(name)),
      )
    },
  }
}

function languagesModule(): string {
  const entries = COMPLETE_LANGUAGES.map(
    (language) => `'${language}': () => import('virtual:adtally-language/${language}')`,
  )
  return `export default { ${entries.join(', ')} }`
}

function languageModule(language: string, first: CompiledCatalogue, rest: readonly string[]): string {
  const entries = rest.map((name) => `${name}: () => import('virtual:adtally-language/${language}/${name}')`)
  return `export const first = ${JSON.stringify(first)}\nexport const rest = { ${entries.join(', ')} }`
}

function pathsOf(language: string): Map<string, string> {
  const folder = fileURLToPath(new URL(`./catalogues/${language}/app/`, import.meta.url))
  return new Map(readdirSync(folder).map((file) => [namespaceOf(file), `${folder}${file}`]))
}
