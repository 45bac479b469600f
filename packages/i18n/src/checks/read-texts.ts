import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Catalogue } from '../catalogue.ts'

const api = fileURLToPath(new URL('../../../../apps/api', import.meta.url))
const read = (path: string) => readFileSync(`${api}/${path}`, 'utf8')

/** The texts of the server's pages (questions, rules or words) in a language. */
export function readContent(language: string, name: 'faq' | 'rules' | 'words'): Catalogue {
  return JSON.parse(read(`content/${language}/${name}.json`))
}

/** The contract's template in a language, by line, with its fields as arguments. */
export function readContract(language: string): Catalogue {
  const lines = read(`src/modules/contracts/templates/${language}.md`).split('\n')
  return Object.fromEntries(
    lines.map((line, index) => [
      `line_${index + 1}`,
      line.replace(/^(?:\d+\. |#+ )/, '').replaceAll(/\{\{(\w+)\}\}/g, '{$1}'),
    ]),
  )
}
