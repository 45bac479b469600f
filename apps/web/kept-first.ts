import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** A file for the service worker; `first`: cached during the first visit, with the main tasks. */
interface KeptFile {
  url: string
  revision: string | null
  size: number
  first?: boolean
}
interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}

/** The build's manifest, which says which chunk imports which. */
const MANIFEST = '.vite/manifest.json'
/** Pages for looking at one's figures, choosing and placing a plan, and the wallet, with their sheets and dialogs. */
const MAIN_TASKS =
  /^src\/features\/(ad-center\/routes\/ad-center|plans\/routes\/\S+|wallet\/routes\/wallet)\.tsx$|packages\/ui\/src\/(sheet|dialog)\.tsx$/

/** Learns the build's folder; `mark` then marks its files. */
export function keptFirst(): {
  plugin: Plugin
  mark: (files: KeptFile[]) => Promise<{ manifest: KeptFile[] }>
} {
  let out_folder = ''
  return {
    plugin: {
      name: 'kept-first',
      apply: 'build',
      configResolved({ root, build }) {
        out_folder = resolve(root, build.outDir)
      },
    },
    mark: (files) => marked(files, resolve(out_folder, MANIFEST)),
  }
}

/**
 * Marks what the main tasks need beyond the shell, with everything that opens on their pages, to be cached during the
 * first visit; the rest is cached later. Throws if the build has none of it.
 */
async function marked(files: readonly KeptFile[], manifest_path: string): Promise<{ manifest: KeptFile[] }> {
  const chunks: Record<string, Chunk> = JSON.parse(await readFile(manifest_path, 'utf8'))
  const shell = new Set<string>()
  const first = new Set<string>()
  const visit = (name: string, kept: Set<string>, ways: readonly ('imports' | 'dynamicImports')[]): void => {
    const chunk = chunks[name]
    if (!chunk || shell.has(chunk.file) || kept.has(chunk.file)) return
    kept.add(chunk.file)
    for (const way of ways) for (const next of chunk[way] ?? []) visit(next, kept, ways)
  }
  for (const [name, { isEntry }] of Object.entries(chunks)) if (isEntry) visit(name, shell, ['imports'])
  const pages = Object.keys(chunks).filter((name) => MAIN_TASKS.test(name))
  for (const name of pages) visit(name, first, ['imports', 'dynamicImports'])
  const manifest = files.map((file) => (first.has(file.url) ? { ...file, first: true } : file))
  if (!manifest.some((file) => file.first)) throw new Error('the build has no page of a main task')
  return { manifest }
}
