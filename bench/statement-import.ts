import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../apps/api/src/database/connection.ts'
import { newId } from '../apps/api/src/database/identifiers.ts'
import { bringFile } from '../apps/api/src/modules/wallet/bank-statements/import-statement.ts'
import { buildStaff } from '../apps/api/src/testing/worlds/build-staff.ts'
import { type BenchContext, inTurn } from './support/context.ts'
import { startBenchPostgres } from './support/postgres.ts'
import type { BenchRow } from './support/row.ts'
import { openBenchServices } from './support/services.ts'
import { balanceAfter, type LongStatement, writeLongStatement } from './support/statement-files.ts'

export const name = 'statement-import'

const LINES = 200_000
const FORMATS = ['camt053', 'mt940', 'csv'] as const

/**
 * The second person's import of a bank file with 200,000 lines, from the first byte to the commit, in one
 * transaction: reads and checks it, compares it with the first import, stores and books each line, and posts deposits
 * to the ledger. Compared with COPY of as many rows into the table of booked lines.
 */
export async function measure(context: BenchContext): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(context)
  const opened = await postgres.open()
  const services = await openBenchServices(context, postgres, opened)
  const staff = await buildStaff(services)
  const clerk = await staff.clerk()
  const client = await connect({ ...postgres.superuser, database: opened.logins.owner.database })
  context.onEnd(() => client.end())
  const copy_file = join(context.scratch, 'lines.copy')
  writeFileSync(copy_file, copyLines(), { mode: 0o644 })
  await client.query('create table public.copied_lines (like wallet.bank_lines including all)')
  const yardstick = async () => {
    await client.query('truncate public.copied_lines')
    return await perSecond(() => client.query(`copy public.copied_lines from '${copy_file}'`))
  }
  let opening_micros = 0n
  const rows: BenchRow[] = []
  for (const format of FORMATS) {
    let round = 0
    const rounds = await inTurn(
      context,
      async () => {
        round += 1
        const account = services.settings.deposit_account.number
        const statement: LongStatement = { name: `${format}-${round}`, account, opening_micros, lines: LINES }
        const path = join(context.scratch, statement.name)
        await writeLongStatement(path, statement, format)
        await client.query('checkpoint')
        opening_micros = balanceAfter(statement, LINES)
        const file = { pieces: () => createReadStream(path, { highWaterMark: 256 * 1024 }) }
        await bringFile(services, staff.maker, { rail: 'main', format, file })
        await client.query('checkpoint')
        return await perSecond(() => bringFile(services, clerk, { rail: 'main', format, file }))
      },
      yardstick,
    )
    context.note(`${format}: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB resident`)
    rows.push({
      name: `statement import, 200,000 lines of ${format}`,
      unit: 'lines/s',
      yardstick: 'COPY into the same table',
      rounds,
      bound: 'at_least',
      gate: 0.25,
      goal: 0.4,
    })
  }
  return rows
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (LINES * 1_000) / (performance.now() - from)
}

function copyLines(): string {
  const statement_id = newId()
  const line = (index: number) =>
    [
      ...[
        crypto.randomUUID(),
        statement_id,
        index + 1,
        'main',
        `copy-${index}`,
        '2026-11-20T00:00:00Z',
        25_000_000,
      ],
      ...[
        `Person ${index}`,
        'DE89370400440532013000',
        `Invoice ${index} of November`,
        '\\N',
        '\\N',
        '\\N',
        'f',
        'f',
      ],
    ].join('\t')
  return Array.from({ length: LINES }, (_, index) => `${line(index)}\n`).join('')
}
