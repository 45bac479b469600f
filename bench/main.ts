import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { temporaryFolder } from '../e2e/support/program.ts'
import type { BenchContext } from './support/context.ts'
import { type BenchRow, figureOf, type MeasuredRow } from './support/row.ts'
import { exitCode, table } from './support/table.ts'

/** A file in this folder: what it measures, and how. */
export interface Benchmark {
  name: string
  measure(context: BenchContext): Promise<BenchRow[]>
}

const HERE = new URL('./', import.meta.url)

/**
 * `npm run bench [part of a name …]`: measures alternately with the yardsticks, prints the table and writes
 * `bench/out/latest.json`. Exits with 1 below a gate or on an error, 2 if a yardstick could not run. `BENCH_ROUNDS`
 * (3) and `BENCH_ROUND_MS` (5000) change the duration.
 */
async function main(filters: readonly string[]): Promise<void> {
  const rows: MeasuredRow[] = []
  let has_failed = false
  for (const benchmark of await findBenchmarks(filters)) {
    try {
      rows.push(...(await measure(benchmark)).map((row) => ({ ...row, benchmark: benchmark.name })))
    } catch (error) {
      has_failed = true
      console.error(`${benchmark.name} could not be measured:`, error)
    }
  }
  console.log(`\n${table(rows)}`)
  for (const { name, not_run } of rows) if (not_run !== undefined) console.log(`${name}: not run, ${not_run}`)
  mkdirSync(new URL('out', HERE), { recursive: true })
  writeFileSync(new URL('out/latest.json', HERE), `${JSON.stringify(rows.map(figureOf), null, 2)}\n`)
  process.exitCode = has_failed ? 1 : exitCode(rows)
}

async function findBenchmarks(filters: readonly string[]): Promise<Benchmark[]> {
  const names = readdirSync(HERE).filter(
    (name) => name.endsWith('.ts') && name !== 'main.ts' && !name.endsWith('.test.ts'),
  )
  const found: Benchmark[] = await Promise.all(
    names.toSorted().map((name) => import(new URL(name, HERE).href)),
  )
  return found.filter(({ name }) => filters.length === 0 || filters.some((text) => name.includes(text)))
}

async function measure(benchmark: Benchmark): Promise<BenchRow[]> {
  console.log(benchmark.name)
  const scratch = temporaryFolder()
  const ends: (() => Promise<void>)[] = []
  try {
    return await benchmark.measure({
      rounds: Number(process.env.BENCH_ROUNDS ?? 3),
      round_ms: Number(process.env.BENCH_ROUND_MS ?? 5000),
      scratch,
      note: (text) => console.log(`  ${text}`),
      onEnd: (end) => void ends.unshift(end),
    })
  } finally {
    for (const end of ends) await end().catch((error: unknown) => console.error('  while ending:', error))
    rmSync(scratch, { recursive: true, force: true })
  }
}

await main(process.argv.slice(2))
