import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Catalogue, overlaid } from './catalogue.ts'
import { type CompiledCatalogue, compileCatalogue } from './compile-catalogue.ts'
import { keepWords } from './keep-words.ts'
import { COMPLETE_LANGUAGES, CONSOLE_LANGUAGES } from './languages.ts'
import { CONSOLE_BORROWS, isFirst, namespaceOf } from './namespaces.ts'

const LANGUAGES = 'virtual:adtally-languages'
/** A language's first chunk, or with a second name the chunk of that namespace. */
export const LANGUAGE_MODULE = /^virtual:adtally-language\/([\w-]+)(?:\/(\w+))?$/

const CONSOLE_LANGUAGES_MODULE = 'virtual:adtally-console-languages'
const PARTNER_LANGUAGES_MODULE = 'virtual:adtally-partner-languages'
/** All that the office's page says in a language, or the partners'. */
const CONSOLE_LANGUAGE_MODULE = /^virtual:adtally-(console|partner)-language\/([\w-]+)(\/statements)?$/

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
 * module with everything, and another for partners, which says some of it in words of its own.
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
      if (id === PARTNER_LANGUAGES_MODULE)
        return languagesModule('virtual:adtally-partner-language', CONSOLE_LANGUAGES)
      const [, desk, of_desk, words] = CONSOLE_LANGUAGE_MODULE.exec(id) ?? []
      if (of_desk !== undefined)
        return await deskModule(this, { desk, language: of_desk, is_words: words !== undefined })
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
  const languages = [LANGUAGES, CONSOLE_LANGUAGES_MODULE, PARTNER_LANGUAGES_MODULE]
  return languages.includes(id) || LANGUAGE_MODULE.test(id) || CONSOLE_LANGUAGE_MODULE.test(id)
}

function languagesModule(module: string, languages: readonly string[]): string {
  const entries = languages.map((language) => `'${language}': () => import('${module}/${language}')`)
  return `export default { ${entries.join(', ')} }`
}

async function compile(watching: Watching, language: string, path: string): Promise<CompiledCatalogue> {
  return compiledIn(language, await readJson(watching, path))
}

function compiledIn(language: string, catalogue: Catalogue): CompiledCatalogue {
  return compileCatalogue(keepWords(language, catalogue))
}

/** A catalogue as written; of a file that is not there, which can't be watched either, nothing. */
async function readJson(watching: Watching, path: string): Promise<Catalogue> {
  if (!existsSync(path)) return {}
  watching.addWatchFile(path)
  return JSON.parse(await readFile(path, 'utf8'))
}

/**
 * A desk's texts, of partners with their own in the console's place, or by `is_words` the words for what its statements say,
 * which nobody reads before they have signed in.
 */
async function deskModule(
  watching: Watching,
  { desk, language, is_words }: { desk: string | undefined; language: string; is_words: boolean },
): Promise<string> {
  const is_partners = desk === 'partner'
  if (is_words) {
    const words = await readJson(watching, statementsOf(language, 'statements'))
    if (!is_partners) return `export default ${JSON.stringify(words)}`
    const own = await readJson(watching, statementsOf(language, 'partner-statements'))
    return `export default ${JSON.stringify(overlaid({ kinds: words.kinds ?? {} }, own))}`
  }
  const own = is_partners ? pathsOf(language, 'partners') : new Map<string, string>()
  const messages = await consoleMessages(watching, language, own)
  return `export const messages = ${JSON.stringify(messages)}
export const loadStatements = () => import('virtual:adtally-${desk}-language/${language}/statements')`
}

async function consoleMessages(
  watching: Watching,
  language: string,
  own: ReadonlyMap<string, string>,
): Promise<CompiledCatalogue> {
  const borrowed = [...pathsOf(language, 'app')].filter(([name]) =>
    CONSOLE_BORROWS.some((one) => one === name),
  )
  const messages: CompiledCatalogue = {}
  for (const [name, path] of [...borrowed, ...pathsOf(language, 'console')]) {
    const instead = own.get(name)
    const over = instead === undefined ? {} : await readJson(watching, instead)
    messages[name] = compiledIn(language, overlaid(await readJson(watching, path), over))
  }
  return messages
}

function statementsOf(language: string, file: 'statements' | 'partner-statements'): string {
  return fileURLToPath(new URL(`./catalogues/${language}/${file}.json`, import.meta.url))
}

function languageModule(language: string, first: CompiledCatalogue, rest: readonly string[]): string {
  const entries = rest.map((name) => `${name}: () => import('virtual:adtally-language/${language}/${name}')`)
  return `export const first = ${JSON.stringify(first)}\nexport const rest = { ${entries.join(', ')} }`
}

function pathsOf(language: string, client: 'app' | 'console' | 'partners'): Map<string, string> {
  const folder = fileURLToPath(new URL(`./catalogues/${language}/${client}/`, import.meta.url))
  return new Map(readdirSync(folder).map((file) => [namespaceOf(file), `${folder}${file}`]))
}
