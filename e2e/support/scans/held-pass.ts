import { openRunningDatabase } from '../../../apps/api/src/database/setup/running-database.ts'
import { lockProcessor } from '../../../apps/api/src/modules/delivery/events/processor.repository.ts'
import { readSettings } from '../../../apps/api/src/settings.ts'

/**
 * Blocks the background processing of a running program, as a hanging process would: events are not booked and the
 * pass for invalid traffic is late. Resolves, once blocked, with how to release it.
 */
export async function holdProcessor(data_dir: string): Promise<() => Promise<void>> {
  const databases = await openRunningDatabase(readSettings({ DATA_DIR: data_dir, LOG_LEVEL: 'silent' }))
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const holding = databases.worker
    .transaction({ kind: 'system' }, async (tx) => {
      await lockProcessor(tx, 'wait')
      held.resolve()
      await end.promise
    })
    .catch(held.reject)
  await held.promise
  return async () => {
    end.resolve()
    await holding
    await databases.close()
  }
}
