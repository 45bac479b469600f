import { createHash } from 'node:crypto'
import { transactionFlowExport } from '@adtally/contract/money/statements.ts'
import { customerRoute } from '../route.ts'
import { exportStatement } from './export-statement.ts'

/** `GET /transaction_flow/export`. */
export const exportRoute = customerRoute(
  transactionFlowExport,
  async ({ month, format }, { customer_id }, { services, language, time_zone }) => {
    const content = await exportStatement(services, { customer_id, month, format, language, time_zone })
    const mark = services.settings.ledger_mode === 'sandbox' ? '-sandbox' : ''
    return {
      file_name: `statement-${month}${mark}.${format}`,
      media_type: format === 'pdf' ? ('application/pdf' as const) : ('text/csv' as const),
      sha256: createHash('sha256').update(content).digest('hex'),
      content: content.toString('base64'),
    }
  },
)
