import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The compile cache halves the time until our first line runs.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/adtally', import.meta.url)))
const { run } = await import('./server/run.ts')

await run(async (settings, log) => {
  // Imported only once the settings are valid, so that a typo in one is reported at once.
  const { showProgress } = await import('./progress.ts')
  const { appsOf, buildAppsIfOlder, checkAppPaths } = await import('./server/app/build-web.ts')
  const { MODULES } = await import('./server/modules.ts')
  const { startProgram } = await import('./server/start-program.ts')
  const progress = showProgress()
  try {
    const apps = appsOf(settings.roles)
    checkAppPaths(apps)
    const before_serving = buildAppsIfOlder(apps, progress)
    const program = await startProgram(settings, log, MODULES, { before_serving, progress })
    progress.end()
    console.log(`ready ${program.url}`)
    return program
  } finally {
    progress.end()
  }
})
