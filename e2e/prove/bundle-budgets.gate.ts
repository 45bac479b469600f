import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Budget, budgetsOf, deskBudgetsOf } from '../support/measures/bundle.ts'
import type { Gate } from './gate.ts'

/**
 * HOUSE, "Budgets of the customer app": the gzipped bytes that a phone loads of the production build; and what a desk loads of
 * the office's page and of the partners'.
 */
export const gate: Gate = {
  name: 'budgets of the customer app, the office and the partners',
  timing: false,
  async run({ root, note }) {
    const budgets = [
      ...budgetsIn(join(root, 'apps/web/dist'), budgetsOf),
      ...budgetsIn(join(root, 'apps/console/dist'), deskBudgetsOf),
      ...budgetsIn(join(root, 'apps/console/partners/dist'), deskBudgetsOf).map(ofPartners),
    ]
    for (const budget of budgets) note(sentence(budget))
    const over = budgets.filter(({ bytes, limit_bytes }) => bytes > limit_bytes)
    const first = budgets.filter(({ what }) => what.startsWith('first JS'))
    const shown = over.length > 0 ? over : first
    return { passed: over.length === 0, figure: shown.map(sentence).join('; ') }
  },
}

function ofPartners(budget: Budget): Budget {
  return { ...budget, what: `${budget.what}, partners` }
}

function sentence({ what, bytes, target_bytes, limit_bytes }: Budget): string {
  const verdict = bytes > limit_bytes ? ', OVER' : bytes > target_bytes ? ', above target' : ''
  return `${what} ${(bytes / 1000).toFixed(1)} KB of ${limit_bytes / 1000}${verdict}`
}

function budgetsIn(dist: string, measure: typeof budgetsOf): Budget[] {
  const manifest = readFileSync(join(dist, '.vite/manifest.json'), 'utf8')
  return measure(manifest, (file) => gzipSync(readFileSync(join(dist, file))).length)
}
