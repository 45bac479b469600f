import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import type { Catalogue } from './catalogue.ts'

export interface CompiledCatalogue {
  [key: string]: CompiledMessage | CompiledCatalogue
}

/** Compiles a catalogue with icu-minify, so that no parser is sent to the browser (HOUSE). */
export function compileCatalogue(catalogue: Catalogue): CompiledCatalogue {
  const compiled: CompiledCatalogue = {}
  for (const [key, value] of Object.entries(catalogue)) {
    compiled[key] = typeof value === 'string' ? compile(value) : compileCatalogue(value)
  }
  return compiled
}
