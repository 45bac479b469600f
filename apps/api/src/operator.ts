import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The compile cache matters here: scripts and tests call this program hundreds of times.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/adtally', import.meta.url)))
const { operate } = await import('./server/operate.ts')
const { error, output } = await operate(process.argv.slice(2), process.env)
if (error !== null) process.stderr.write(`${error}\n`)
// Exits at once after the last line: engines of modules may still hold timers.
process.stdout.write(output === null ? '' : `${output}\n`, () => process.exit(error === null ? 0 : 1))
