import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_BUILD_HEADER } from '@adtally/contract/operator/statement/page-build.ts'
import type { FastifyInstance } from 'fastify'
import { buildOfPage } from './app-page.ts'
import type { BuiltApp } from './app-shell.ts'

/** Names the build of `app` that is served in every reply to its page, so that an older page says that it is. */
export function tellPageBuild(calls: FastifyInstance, { folder }: BuiltApp): void {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return
  const build = buildOfPage(readFileSync(page, 'utf8'))
  calls.addHook('onRequest', (_request, reply, done) => {
    reply.header(PAGE_BUILD_HEADER, build)
    done()
  })
}
