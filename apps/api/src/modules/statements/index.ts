import type { Module } from '../module.ts'
import { exportRoute } from './export.route.ts'
import { monthRoute } from './month.route.ts'

/** A month's sums, and its statement as PDF and CSV. */
export const statementsModule: Module = { name: 'statements', routes: [exportRoute, monthRoute] }
