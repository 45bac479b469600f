import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { operate } from '../../../apps/api/src/server/operate.ts'

const typed = z.object({ words: z.array(z.string()), environment: z.record(z.string(), z.string()) })

// Per line: a verb as it would be typed, answered with the command line's output.
for await (const line of createInterface({ input: process.stdin })) {
  const { words, environment } = typed.parse(JSON.parse(line))
  process.stdout.write(`${JSON.stringify(await operate(words, environment))}\n`)
}
process.exit(0)
