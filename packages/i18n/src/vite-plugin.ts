import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type CompiledCatalogue, compileCatalogue } from './compile-catalogue.ts'
import { keepWords } from './keep-words.ts'
import { COMPLETE_LANGUAGES, CONSOLE_LANGUAGES } from './languages.ts'
import { CONSOLE_BORROWS, isFirst, namespaceOf } from './namespaces.ts'

const LANGUAGES = 'virtual:adtally-languages'
/** A language's first chunk, or with a second name the chunk of that namespace. */
export const LANGUAGE_MODULE = /^virtual:adtally-language\/([\w-]+)(?:\/(\w+))?$/

const CONSOLE_LANGUAGES_MODULE = 'virtual:adtally-console-languages'
/** All that the console says in a language. */
const CONSOLE_LANGUAGE_MODULE = /^virtual:adtally-console-language\/([\w-]+)$/

/** The part of Vite's plugin type used here, so that the package does not depend on Vite. */
interface VitePluginShape {
  name: string
  enforce: 'pre'
  config(): { resolve: { alias: Record<string, string> } }
  resolveId(id: string): string | null
  load(this: Watching, id: string): Promise<string | null>
}
interface Watching {
  addWatchFile(path: string): void
}

/**
 * Vite plugin: compiles the interface's catalogues when bundling, and makes use-intl format compiled messages only
 * (its own parser would add 32 KB, HOUSE). A language is one module with the messages of every screen and the paths
 * of its other namespaces, so that the program refers to 12 chunks instead of 12 × namespaces. Of the console it is one
 * module with everything.
 */
export function messagesPlugin(): VitePluginShape {
  return {
    name: 'adtally-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    resolveId: (id) => (isOurs(id) ? id : null),
    async load(id) {
      if (id === LANGUAGES) return languagesModule('virtual:adtally-language', COMPLETE_LANGUAGES)
      if (id === CONSOLE_LANGUAGES_MODULE)
        return languagesModule('virtual:adtally-console-language', CONSOLE_LANGUAGES)
      const [, of_console] = CONSOLE_LANGUAGE_MODULE.exec(id) ?? []
      if (of_console !== undefined) return await consoleModule(this, of_console)
      const [, language, namespace] = LANGUAGE_MODULE.exec(id) ?? []
      if (language === undefined) return null
      const paths = pathsOf(language, 'app')
      const compiled = (name: string) => compile(this, language, paths.get(name) ?? '')
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

function isOurs(id: string): boolean {
  const languages = [LANGUAGES, CONSOLE_LANGUAGES_MODULE]
  return languages.includes(id) || LANGUAGE_MODULE.test(id) || CONSOLE_LANGUAGE_MODULE.test(id)
}

function languagesModule(module: string, languages: readonly string[]): string {
  const entries = languages.map((language) => `'${language}': () => import('${module}/${language}')`)
  return `export default { ${entries.join(', ')} }`
}

async function compile(watching: Watching, language: string, path: string): Promise<CompiledCatalogue> {
  watching.addWatchFile(path)
  return compileCatalogue(keepWords(language, JSON.parse(await readFile(path, 'utf8'))))
}

async function consoleModule(watching: Watching, language: string): Promise<string> {
  const borrowed = [...pathsOf(language, 'app')].filter(([name]) =>
    CONSOLE_BORROWS.some((one) => one === name),
  )
  const messages: CompiledCatalogue = {}
  for (const [name, path] of [...borrowed, ...pathsOf(language, 'console')])
    messages[name] = await compile(watching, language, path)
  const path = fileURLToPath(new URL(`./catalogues/${language}/statements.json`, import.meta.url))
  const has_statements = existsSync(path)
  // A file that is not there can't be watched: Vite would not serve the module.
  if (has_statements) watching.addWatchFile(path)
  const statements = has_statements ? await readFile(path, 'utf8') : '{}'
  return `export const messages = ${JSON.stringify(messages)}\nexport const statements = ${statements}`
}

function languageModule(language: string, first: CompiledCatalogue, rest: readonly string[]): string {
  const entries = rest.map((name) => `${name}: () => import('virtual:adtally-language/${language}/${name}')`)
  return `export const first = ${JSON.stringify(first)}\nexport const rest = { ${entries.join(', ')} }`
}

function pathsOf(language: string, client: 'app' | 'console'): Map<string, string> {
  const folder = fileURLToPath(new URL(`./catalogues/${language}/${client}/`, import.meta.url))
  return new Map(readdirSync(folder).map((file) => [namespaceOf(file), `${folder}${file}`]))
}
