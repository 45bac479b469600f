import { MODULES } from './server/modules.ts'
import { run } from './server/run.ts'
import { startProgram } from './server/start-program.ts'

await run(async (settings, log) => {
  const program = await startProgram(settings, log, MODULES)
  console.log(`ready ${program.url}`)
  return program
})
