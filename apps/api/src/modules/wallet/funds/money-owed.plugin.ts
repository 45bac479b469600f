import { formatAmount } from '@adtally/money/money.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { paymentStops, readMoneyOwed } from './money-owed.repository.ts'

const STOPS_MAX = 100

/** The public page on whether customers' money is covered. */
export const MONEY_OWED_PATH = '/transparency/money-owed'

/**
 * `GET /transparency/money-owed`: whether the bank's closing balances cover customers' money, and each time that they
 * did not or the bank contradicted a statement; deposits, plans and platform payouts then stop, publicly (PRODUCT §2.11).
 */
export function moneyOwedPlugin(services: Services, server: FastifyInstance): void {
  if (!services.settings.roles.includes('api')) return
  // Public, so concurrent requests share one query.
  let under_way: ReturnType<typeof read> | null = null
  server.get(MONEY_OWED_PATH, async (_request, reply) => {
    under_way ??= read(services).finally(() => {
      under_way = null
    })
    return await reply.header('cache-control', 'no-store').send(await under_way)
  })
}

async function read(services: Services) {
  const { held, stops } = await services.database.transaction({ kind: 'system' }, async (tx) => ({
    held: await readMoneyOwed(tx),
    stops: await paymentStops(tx, STOPS_MAX),
  }))
  return {
    currency: services.settings.currency,
    sandbox: services.settings.ledger_mode === 'sandbox',
    stopped: held?.stopped ?? false,
    bank: held ? formatAmount(held.bank_micros) : null,
    owed: held ? formatAmount(held.owed_micros) : null,
    shortfall: held ? formatAmount(held.shortfall_micros) : null,
    bank_contradicts: held?.contradicted ?? false,
    changes: stops.map(({ stopped, bank_micros, owed_micros, contradicted, changed_at }) => ({
      stopped,
      bank: formatAmount(bank_micros),
      owed: formatAmount(owed_micros),
      bank_contradicts: contradicted,
      changed_at,
    })),
  }
}
