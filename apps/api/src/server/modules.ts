import type { Module } from '../modules/module.ts'

/** Every module of the program, in ARCHITECTURE's order: a module reaches only those before it. */
export const MODULES: readonly Module[] = []
