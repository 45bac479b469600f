import type { Module } from '../module.ts'
import { exportRoute } from './export.route.ts'

/** A month's statement, as PDF and CSV. */
export const statementsModule: Module = { name: 'statements', routes: [exportRoute] }
