import { KillLoad } from './kills/kill-load.ts'
import { prepareLoad } from './kills/kill-setup.ts'
import type { Program } from './program.ts'

/** Plans being placed at once. */
const CLIENTS = 32
const LIMIT_MS = 300_000
const LOOK_MS = 200

/** A customer with at least `lines_count` fund flow lines, one per placed plan; returns the session token. */
export async function customerWithLines(program: Program, lines_count: number): Promise<string> {
  const { product_id, placers } = await prepareLoad(program.data_dir, 1)
  const [placer] = placers
  if (!placer) throw new Error('there is no customer')
  const load = new KillLoad(program.url, product_id, placers, CLIENTS)
  const until_ms = performance.now() + LIMIT_MS
  while (load.acknowledged.length < lines_count && load.wrong.length === 0 && performance.now() < until_ms) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  await load.stop()
  if (load.acknowledged.length < lines_count) {
    throw new Error(`${load.acknowledged.length} plans placed, then ${load.wrong[0] ?? 'too slow'}`)
  }
  return placer.token
}
