import * as z from 'zod/mini'
import { customerCall } from './call.ts'
import { because } from './fields.ts'
import { fileContent } from './file-content.ts'

export const STATEMENT_FORMATS = ['pdf', 'csv'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

export const transactionFlowExport = customerCall({
  name: 'transactionFlowExport',
  method: 'GET',
  path: '/transaction_flow/export',
  auth: 'restricted',
  tag: 'wallet',
  summary:
    "The statement of a month of the caller's time zone: opening balance, what changed, closing balance",
  request: z.strictObject({
    month: z
      .string({ error: because('field_invalid') })
      .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'field_invalid')),
    format: z.enum(STATEMENT_FORMATS, { error: because('field_invalid') }),
  }),
  response: fileContent,
  refusals: ['statement_month_not_begun', 'statement_too_long'],
})
