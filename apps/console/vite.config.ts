import { defineConfig } from 'vite'
import { deskBuild } from './desk-build.ts'

/** The office's page, where role `office` serves it. */
export default defineConfig(deskBuild('/console/'))
