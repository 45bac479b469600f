import type { Gate, GateContext } from './gate.ts'

const TRIES_OF_TIMING = 3
/** Ends gates that hang; generous, so that no busy machine fails one. */
const LIMIT_MS = 25 * 60_000
const FULL_LIMIT_MS = 70 * 60_000

export interface Outcome {
  name: string
  passed: boolean
  figure: string
  tries: number
  duration_ms: number
}

/** Runs a gate, up to three times if it measures time, until it passes; never throws. */
export async function runGate(
  gate: Gate,
  context: GateContext,
  limit_ms: number = gate.full ? FULL_LIMIT_MS : LIMIT_MS,
): Promise<Outcome> {
  const started_at = performance.now()
  const tries_allowed = gate.timing ? TRIES_OF_TIMING : 1
  let tries = 0
  let result = { passed: false, figure: '' }
  while (tries < tries_allowed && !result.passed) {
    tries += 1
    result = await attempt(gate, context, limit_ms)
    context.note(`try ${tries}: ${result.passed ? 'ok' : 'NOT PASSED'}, ${result.figure}`)
  }
  return { name: gate.name, ...result, tries, duration_ms: performance.now() - started_at }
}

async function attempt(gate: Gate, context: GateContext, limit_ms: number) {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error(`not done in ${limit_ms / 1000} s`)), limit_ms)
  try {
    return await Promise.race([gate.run(context), limit.promise])
  } catch (error) {
    return { passed: false, figure: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}
