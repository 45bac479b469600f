import { expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { filePathsAreDecoded } from './file-paths.ts'

const count = (text: string) => filePathsAreDecoded(plantTree({ 'e2e/support/program.ts': text })).length

test.each([
  "const ROOT = new URL('../../', import.meta.url).pathname",
  'const here = new URL(import.meta.url).pathname',
  "const ROOT = new URL('../../', import.meta.url)\nconst path = ROOT.pathname + name",
  "const ROOT = new URL('../', import.meta.url)\nconst file = new URL('a.ts', ROOT).pathname",
  "const { pathname } = new URL('../', import.meta.url)",
  ['await import(`file:', '//$', '{path}`)'].join(''),
])('%s is found', (text) => {
  expect(count(text)).toBe(1)
})

test.each([
  "const ROOT = fileURLToPath(new URL('../../', import.meta.url))",
  'const asked = new URL(request.url()).pathname',
  'const { pathname } = new URL(request.url, origin)',
  "readFileSync(new URL('./tokens.css', import.meta.url))",
])('%s is no fault', (text) => {
  expect(count(text)).toBe(0)
})
