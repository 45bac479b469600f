import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { operate } from '../../../apps/api/src/server/operate.ts'

const typed = z.object({ words: z.array(z.string()), environment: z.record(z.string(), z.string()) })

// Per line: a verb as it would be typed, answered with the command line's output. What it fetches may lie on a test's own server.
for await (const line of createInterface({ input: process.stdin })) {
  const { words, environment } = typed.parse(JSON.parse(line))
  process.stdout.write(`${JSON.stringify(await operate(words, environment, 'this_machine'))}\n`)
}
process.exit(0)
