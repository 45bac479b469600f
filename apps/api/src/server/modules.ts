import { auditModule } from '../modules/audit/index.ts'
import { identityModule } from '../modules/identity/index.ts'
import type { Module } from '../modules/module.ts'
import { operatorsModule } from '../modules/operators/index.ts'
import { policiesModule } from '../modules/policies/index.ts'

/** Every module of the program, in ARCHITECTURE's order: a module reaches only those before it. */
export const MODULES: readonly Module[] = [auditModule, operatorsModule, policiesModule, identityModule]
