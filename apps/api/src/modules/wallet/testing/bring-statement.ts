import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import type { Services } from '../../services.ts'
import { bringFile, type ImportInput, type ImportResult } from '../bank-statements/import-statement.ts'

/** Two people other than the checker bring a file of bank statements; answers the second import's result. */
export async function bringStatement(
  services: Services,
  input: Omit<ImportInput, 'rail'>,
): Promise<ImportResult> {
  const { maker, clerk } = await buildStaff(services)
  await bringFile(services, maker, { rail: 'main', ...input })
  return await bringFile(services, await clerk(), { rail: 'main', ...input })
}
