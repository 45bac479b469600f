import type { Connection } from '../../apps/api/src/database/connection.ts'
import { urlOf } from '../../apps/api/src/testing/servers/own-server.ts'
import { type Program, startProgram } from '../../e2e/support/program.ts'
import type { BenchContext } from './context.ts'
import type { BenchPostgres } from './postgres.ts'

/**
 * Starts the program as `npm start` does, in its own process and without limits, until the measurement ends. `owner`
 * is that of the database opened by `postgres.open()`, which stays up when the program ends.
 */
export async function startBenchProgram(
  context: BenchContext,
  postgres: BenchPostgres,
  owner: Connection,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const program = await startProgram('apps/api/src/main.ts', {
    data_dir: postgres.settings.data_dir,
    env: {
      DATABASE_URL: urlOf(owner),
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '9999999',
      ...env,
    },
  })
  context.onEnd(() => program.stop({ keep_data: true }))
  return program
}
