import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Where the script lies: outside `assets`, because its name never changes. */
const SCRIPT = 'preload.js'
const ROUTE = /\bpage\(\s*'([^']+)',\s*\(\)\s*=>\s*import\('([^']+)'\)/g
const CATALOGUE = /\/catalogues\/([\w-]+)\/app\.json/

interface Files {
  /** By path: the page's chunk and what it brings along beyond the entry's own. */
  pages: Record<string, string[]>
  languages: Record<string, string>
}

/**
 * Emits the small script that asks for the entered page's chunk and the visitor's language while the libraries are
 * still on their way: the program itself could ask only after them, a round trip later. `routes_file` says which
 * page is whose chunk; throws where none of its pages has one.
 */
export function preloadPlugin(routes_file: string): Plugin {
  return {
    name: 'adtally-preload',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const files = filesOf(chunks, routes_file)
      this.emitFile({ type: 'asset', fileName: SCRIPT, source: `(${preload})(${JSON.stringify(files)})` })
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { async: true, src: `/${SCRIPT}` }, injectTo: 'head' },
    ],
  }
}

function filesOf(chunks: readonly Rolldown.OutputChunk[], routes_file: string): Files {
  const files: Files = { pages: {}, languages: {} }
  const entry = chunks.find(({ isEntry }) => isEntry)
  const shell = new Set(entry && closure(chunks, entry))
  for (const [, path = '', module = ''] of readFileSync(routes_file, 'utf8').matchAll(ROUTE)) {
    const id = resolve(dirname(routes_file), module)
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id)
    if (chunk) files.pages[path] = closure(chunks, chunk).filter((name) => !shell.has(name))
  }
  for (const { moduleIds, fileName } of chunks) {
    const language = moduleIds.map((id) => CATALOGUE.exec(id)?.[1]).find((name) => name !== undefined)
    if (language !== undefined) files.languages[language] = fileName
  }
  if (!files.pages['/login'] || !files.languages.en) throw new Error('nothing to preload was found')
  return files
}

/** A chunk's file and those that it imports at once. */
function closure(chunks: readonly Rolldown.OutputChunk[], start: Rolldown.OutputChunk): string[] {
  const names = new Set<string>()
  const visit = ({ fileName, imports }: Rolldown.OutputChunk): void => {
    if (names.has(fileName)) return
    names.add(fileName)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) visit(chunk)
  }
  visit(start)
  return [...names]
}

/** Runs in the browser, as text: it may use nothing of this file. A wrong guess costs a few KB and nothing else. */
function preload({ pages, languages }: Files): void {
  const [path = ''] = location.hash.slice(1).split('?')
  let stored: string | null = null
  try {
    stored = localStorage.getItem('lang')
  } catch {
    // Storage is forbidden: the browser's languages it is.
  }
  const known = Object.keys(languages)
  const languageOf = (code: string) => {
    if (/^zh(-(cn|sg|hans).*)?$/i.test(code)) return 'zh-Hans'
    return known.find((name) => name === code) ?? known.find((name) => name === code.split('-')[0])
  }
  const language =
    [stored ?? '', ...navigator.languages].map(languageOf).find((name) => name !== undefined) ?? 'en'
  for (const file of [languages[language], ...(pages[path] ?? pages['/login'] ?? [])]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }
}
