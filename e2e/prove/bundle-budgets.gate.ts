import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Budget, budgetsOf } from '../support/measures/bundle.ts'
import type { Gate } from './gate.ts'

/** HOUSE, "Budgets of the customer app": the gzipped bytes that a phone loads of the production build. */
export const gate: Gate = {
  name: 'budgets of the customer app',
  timing: false,
  async run({ root, note }) {
    const dist = join(root, 'apps/web/dist')
    const manifest = readFileSync(join(dist, '.vite/manifest.json'), 'utf8')
    const budgets = budgetsOf(manifest, (file) => gzipSync(readFileSync(join(dist, file))).length)
    for (const budget of budgets) note(sentence(budget))
    const over = budgets.filter(({ bytes, limit_bytes }) => bytes > limit_bytes)
    const first = budgets.filter(({ what }) => what.startsWith('first JS'))
    const shown = over.length > 0 ? over : first
    return { passed: over.length === 0, figure: shown.map(sentence).join('; ') }
  },
}

function sentence({ what, bytes, target_bytes, limit_bytes }: Budget): string {
  const verdict = bytes > limit_bytes ? ', OVER' : bytes > target_bytes ? ', above target' : ''
  return `${what} ${(bytes / 1000).toFixed(1)} KB of ${limit_bytes / 1000}${verdict}`
}
