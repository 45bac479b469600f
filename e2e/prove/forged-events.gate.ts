import { sql } from 'kysely'
import {
  runForgeryTrial,
  type TrialTarget,
} from '../../apps/api/src/modules/delivery/testing/forgery-trial.ts'
import { TokenCodec } from '../../apps/api/src/modules/delivery/token.ts'
import type { Services } from '../../apps/api/src/modules/services.ts'
import { createServer } from '../../apps/api/src/server/create-server.ts'
import { MODULES } from '../../apps/api/src/server/modules.ts'
import { buildMarket } from '../../apps/api/src/testing/build-market.ts'
import { withServices } from '../support/kill-setup.ts'
import { startProgram, temporaryFolder } from '../support/program.ts'
import type { Gate } from './gate.ts'

const TRIES = 10_000

/** 10,000 forged, replayed, stale and cross-plan events, none counted (SECURITY, "Promises"), and the control. */
export const gate: Gate = {
  name: 'forged events',
  timing: false,
  async run() {
    const data_dir = temporaryFolder()
    const program = await startProgram('apps/api/src/main.ts', { data_dir, env: { LOG_LEVEL: 'error' } })
    try {
      return await withServices(data_dir, async (services) => {
        const target = await prepare(services)
        const { tried, counted } = await runForgeryTrial(target, TRIES)
        const { settings, delivery } = services
        const unchecked = new TokenCodec(settings.secret, { sandbox: true, check_mac: false })
        Object.assign(delivery, { codec: unchecked })
        const control = await runForgeryTrial(target, 100, ['changed_byte', 'other_plan', 'other_price'])
        await target.server.close()
        return {
          passed: counted === 0 && control.counted > 0,
          figure: `${counted} of ${tried} counted; control without the check: ${control.counted} of ${control.tried}`,
        }
      })
    } finally {
      await program.stop()
    }
  },
}

async function prepare(services: Services): Promise<TrialTarget> {
  const market = await buildMarket(services, MODULES)
  const { customer_id } = await market.customerWith('450.00')
  await market.place(customer_id, 400_000_000n)
  await services.delivery.refresh()
  const countEvents = () =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const { rows } = await sql<{ count: bigint }>`select count(*) from delivery.events`.execute(tx)
      return Number(rows[0]?.count ?? 0n)
    })
  return { server: await createServer(services, MODULES), services, market, countEvents }
}
