import { readdirSync, readFileSync } from 'node:fs'
import type { Catalogue } from './catalogue.ts'
import { namespaceOf } from './namespaces.ts'

/** The catalogues of every language: the interface's, with a file per namespace, and the server's. */
export const CATALOGUES = ['app', 'server'] as const
/** The console's, which fewer languages have, is as the interface's; the partners' stands in the place of parts of it. */
export type CatalogueName = (typeof CATALOGUES)[number] | 'console' | 'partners'

/** A language's catalogue as written; empty if there is none yet. */
export function readCatalogue(language: string, name: CatalogueName): Catalogue {
  if (name === 'server') return read(`${language}/server.json`) ?? {}
  const files = filesIn(`${language}/${name}/`)
  return Object.fromEntries(
    files.map((file) => [namespaceOf(file), read(`${language}/${name}/${file}`) ?? {}]),
  )
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(new URL(`./catalogues/${folder}`, import.meta.url)).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function read(path: string): Catalogue | null {
  try {
    return JSON.parse(readFileSync(new URL(`./catalogues/${path}`, import.meta.url), 'utf8'))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
