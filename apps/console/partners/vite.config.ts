import { defineConfig } from 'vite'
import { deskBuild } from '../desk-build.ts'

/** The partners' page, where role `api` serves it. */
export default defineConfig({ ...deskBuild('/partners/'), publicDir: '../public' })
