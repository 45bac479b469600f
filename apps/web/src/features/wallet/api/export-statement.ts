import { type StatementFormat, transactionFlowExport } from '@adtally/contract/money/statements.ts'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { saveFile } from '../../../lib/device/save-file.ts'

/** Saves a month's statement to the device. */
export function useExportStatement() {
  return useMutation({
    mutationFn: async (input: { month: string; format: StatementFormat }) =>
      saveFile(await request(transactionFlowExport, input)),
  })
}
