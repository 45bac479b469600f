import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The compile cache matters here: scripts and tests call this program hundreds of times.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/adtally', import.meta.url)))
const { operate } = await import('./server/operate.ts')
const { error, output, request_id } = await operate(process.argv.slice(2), process.env)
if (error !== null) process.stderr.write(`${error}\n`)
if (request_id !== null) process.stderr.write(`Reference: ${request_id}\n`)
// Modules' engines may keep timers: nothing is left to wait for once the last line is out.
process.stdout.write(output === null ? '' : `${output}\n`, () => process.exit(error === null ? 0 : 1))
