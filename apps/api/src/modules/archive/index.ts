import { archiveTake } from '@adtally/contract/identity/archive.ts'
import type { Module } from '../module.ts'
import { fileRoute } from '../route.ts'
import { takeArchive } from './take-archive.ts'

/** All that is kept of a customer, which they take along as one file: what each of the modules states in `archive`. */
export function archiveModule(modules: readonly Module[]): Module {
  const parts = modules.flatMap(({ archive }) => (archive ? [archive] : []))
  return {
    name: 'archive',
    routes: [fileRoute(archiveTake, (proof, caller, context) => takeArchive(parts, caller, proof, context))],
  }
}
