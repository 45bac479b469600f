import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { LANGUAGE_MODULE } from '@adtally/i18n/vite-plugin.ts'
import type { Plugin, Rolldown } from 'vite'
import { makeFirstFormats } from './formats-worker.ts'
import { type Preloads, preload, timeZone } from './preload-script.ts'

/** The script's path: outside `assets`, because its name never changes. */
const SCRIPT = 'preload.js'
/** The worker that makes a language's first formats. */
const FORMATS_WORKER = 'formats-worker.js'
/** The program's script tags, which get a low priority so that the style sheet arrives first. */
const PROGRAM = /<script type="module"/g
const PRELOADS = / *<link rel="modulepreload" crossorigin href="([^"]+)">\n/g
const ROUTE = /\bpage\(\s*'([^']+)',\s*\(\)\s*=>\s*import\('([^']+)'\)(?:,\s*\{([^{}]*)\})?/g
const MESSAGES = /messages:\s*\[([^\]]*)\]/
const ASKS = /asks:\s*\[([^\]]*)\]/
const QUOTED = /'([^']+)'/g

/**
 * Emits the small script that requests the entered page's chunk, the visitor's language and the page's first readings
 * while the libraries still load; the program itself could ask only a round trip later. `routes_file` maps pages to
 * chunks; throws if none of its pages has one.
 */
export function preloadPlugin(routes_file: string): Plugin {
  return {
    name: 'adtally-preload',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const files = { pages: pagesOf(chunks, routes_file), languages: languagesOf(chunks) }
      if (!files.pages['/login'] || !files.languages.en?.['']) throw new Error('nothing to preload was found')
      const worker = this.emitFile({ type: 'asset', name: FORMATS_WORKER, source: `(${makeFirstFormats})()` })
      const preloads: Preloads = { ...files, formats_worker: this.getFileName(worker) }
      this.emitFile({
        type: 'asset',
        fileName: SCRIPT,
        source: `(${preload})(${JSON.stringify(preloads)}, ${timeZone})`,
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: inTurn(html).replaceAll(PROGRAM, '$& fetchpriority="low"'),
        tags: [
          {
            tag: 'script',
            attrs: { async: true, fetchpriority: 'high', src: `/${SCRIPT}` },
            injectTo: 'head',
          },
        ],
      }),
    },
  }
}

/**
 * Turns the program's static imports into module scripts ahead of it: each is then evaluated in a task of its own,
 * instead of all in one that would delay a touch noticeably.
 */
function inTurn(html: string): string {
  const files = [...html.matchAll(PRELOADS)].map(([, file]) => file)
  if (files.length === 0) throw new Error('the program’s static imports were not found')
  const scripts = files
    .map((file) => `    <script type="module" crossorigin src="${file}"></script>\n`)
    .join('')
  return html.replaceAll(PRELOADS, '').replace(/ *<script type="module"/, (program) => `${scripts}${program}`)
}

function pagesOf(chunks: readonly Rolldown.OutputChunk[], routes_file: string): Preloads['pages'] {
  const pages: Preloads['pages'] = {}
  const entry = chunks.find(({ isEntry }) => isEntry)
  const shell = new Set(entry && closure(chunks, entry))
  const routes = readFileSync(routes_file, 'utf8').matchAll(ROUTE)
  for (const [, path = '', module = '', meta = ''] of routes) {
    const id = resolve(dirname(routes_file), module)
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id)
    if (!chunk) continue
    const listed = (list: RegExp) =>
      [...(list.exec(meta)?.[1] ?? '').matchAll(QUOTED)].map(([, word = '']) => word)
    const files = closure(chunks, chunk).filter((name) => !shell.has(name))
    pages[path] = { files, messages: listed(MESSAGES), asks: listed(ASKS) }
  }
  return pages
}

function languagesOf(chunks: readonly Rolldown.OutputChunk[]): Preloads['languages'] {
  const languages: Preloads['languages'] = {}
  for (const { facadeModuleId, fileName } of chunks) {
    const [, language, namespace = ''] = LANGUAGE_MODULE.exec(facadeModuleId ?? '') ?? []
    if (language !== undefined) languages[language] = { ...languages[language], [namespace]: fileName }
  }
  return languages
}

/** A chunk's file and those of its static imports. */
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
